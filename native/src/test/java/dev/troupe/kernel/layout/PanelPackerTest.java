package dev.troupe.kernel.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.PanelUnpacker.Half;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PanelPackerTest {
    private static final int INPUTS = 96;

    private static int inputs(WeightFormat format) {
        return format.groupSize() == 256 ? 512 : INPUTS;
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void unpackingGivesBackEveryBitOfTheFile(WeightFormat format) {
        for (int outputs : new int[] {1, 15, 16, 17, 33, 100}) {
            byte[][] rows = randomRows(format, outputs, outputs);
            ByteBuffer packed = buffer(format, PanelLayout.panels(outputs));
            PanelPacker.pack(format, outputs, inputs(format), source(rows), packed);
            assertThat(packed.hasRemaining()).isFalse();
            assertRows(format, rows, Half.WHOLE, packed.flip());
        }
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void aPairGivesBackBothItsHalves(WeightFormat format) {
        for (int outputs : new int[] {1, 16, 33}) {
            byte[][] gate = randomRows(format, outputs, 1);
            byte[][] up = randomRows(format, outputs, 2);
            ByteBuffer packed = buffer(format, 2 * PanelLayout.panels(outputs));
            PanelPacker.packPair(format, outputs, inputs(format), source(gate), source(up), packed);
            packed.flip();
            assertRows(format, gate, Half.GATE, packed);
            assertRows(format, up, Half.UP, packed);
        }
    }

    @Test
    void theSmallestQ8QuantIsKept() {
        byte[][] rows = randomRows(WeightFormat.Q8_0, 1, 3);
        Arrays.fill(rows[0], 2, 34, (byte) -128);
        ByteBuffer packed = buffer(WeightFormat.Q8_0, 1);
        PanelPacker.pack(WeightFormat.Q8_0, 1, INPUTS, source(rows), packed);
        assertThat(packed.get(0)).isZero();
        assertRows(WeightFormat.Q8_0, rows, Half.WHOLE, packed.flip());
    }

    @Test
    void q8LinesHoldFourElementsOfEachOutput() {
        byte[][] rows = randomRows(WeightFormat.Q8_0, 16, 4);
        ByteBuffer packed = buffer(WeightFormat.Q8_0, 1);
        PanelPacker.pack(WeightFormat.Q8_0, 16, INPUTS, source(rows), packed);
        int group = 1;
        int line = 3;
        int output = 5;
        int element = 2;
        int packedQuant = packed.get(((group * 8 + line) * 16 + output) * 4 + element) & 255;
        assertThat(packedQuant - 128).isEqualTo(rows[output][group * 34 + 2 + line * 4 + element]);
    }

    @Test
    void q4LinesPairElementsSixteenApart() {
        byte[][] rows = randomRows(WeightFormat.Q4_1, 16, 5);
        ByteBuffer packed = buffer(WeightFormat.Q4_1, 1);
        PanelPacker.pack(WeightFormat.Q4_1, 16, INPUTS, source(rows), packed);
        WeightRow row = new WeightRow(WeightFormat.Q4_1, INPUTS);
        row.load(ByteBuffer.wrap(rows[7]));
        int line = 2;
        int element = 1;
        int two = packed.get((line * 16 + 7) * 4 + element) & 255;
        assertThat(two & 15).isEqualTo(row.quant(line * 4 + element));
        assertThat(two >> 4).isEqualTo(row.quant(16 + line * 4 + element));
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void missingOutputsAreZeroBytesWhateverTheTargetHeld(WeightFormat format) {
        ByteBuffer clean = buffer(format, 1);
        ByteBuffer dirty = buffer(format, 1);
        Arrays.fill(dirty.array(), (byte) 0x5A);
        byte[][] rows = randomRows(format, 3, 6);
        PanelPacker.pack(format, 3, inputs(format), source(rows), clean);
        PanelPacker.pack(format, 3, inputs(format), source(rows), dirty);
        assertThat(dirty.array()).isEqualTo(clean.array());
    }

    @Test
    void aPanelDoesNotInheritFromTheOneBefore() {
        byte[][] rows = randomRows(WeightFormat.F32, 17, 7);
        ByteBuffer packed = buffer(WeightFormat.F32, 2);
        PanelPacker.pack(WeightFormat.F32, 17, INPUTS, source(rows), packed);
        int secondPanel = INPUTS * 16 * 4;
        assertThat(packed.getInt(secondPanel + 4)).isZero();
    }

    @Test
    void packingStartsAtThePositionAndMovesPastTheMatrix() {
        byte[][] rows = randomRows(WeightFormat.F16, 2, 8);
        int bytes = (int) PanelLayout.matrixBytes(WeightFormat.F16, 1, INPUTS);
        ByteBuffer target = ByteBuffer.allocateDirect(bytes + 256).position(64);
        PanelPacker.pack(WeightFormat.F16, 2, INPUTS, source(rows), target);
        assertThat(target.position()).isEqualTo(64 + bytes);
        assertRows(WeightFormat.F16, rows, Half.WHOLE, target.position(64));
    }

    @Test
    void impossibleShapesAndShortRowsAreRefused() {
        ByteBuffer target = ByteBuffer.allocate(64);
        RowSource none = (row, buffer) -> {};
        assertThatThrownBy(() -> PanelPacker.pack(WeightFormat.Q8_0, 1, 33, none, target))
                .hasMessageContaining("multiple of 32");
        assertThatThrownBy(() -> PanelPacker.pack(WeightFormat.F32, 0, 1, none, target))
                .hasMessageContaining("positive");
        assertThatThrownBy(() -> PanelPacker.pack(WeightFormat.F32, 1, 2, none, target))
                .hasMessageContaining("needs 128 bytes, the target has 64");
        assertThatThrownBy(() -> PanelPacker.pack(WeightFormat.F32, 1, 1, none, target))
                .hasMessageContaining("the source gave 0 bytes");
    }

    private static void assertRows(WeightFormat format, byte[][] rows, Half half, ByteBuffer packed) {
        PanelUnpacker unpacker = new PanelUnpacker(format, rows.length, inputs(format), half, packed);
        for (int row = 0; row < rows.length; row++) {
            ByteBuffer target = ByteBuffer.allocate(rows[row].length);
            unpacker.row(row, target);
            assertThat(target.array()).as("%s row %d", format, row).isEqualTo(rows[row]);
        }
    }

    private static byte[][] randomRows(WeightFormat format, int outputs, long seed) {
        Random random = new Random(seed);
        byte[][] rows = new byte[outputs][(int) format.rowBytes(inputs(format))];
        Arrays.stream(rows).forEach(random::nextBytes);
        return rows;
    }

    private static RowSource source(byte[][] rows) {
        return (row, target) -> target.put(rows[row]);
    }

    private static ByteBuffer buffer(WeightFormat format, int panels) {
        return ByteBuffer.allocate((int) PanelLayout.matrixBytes(format, panels, inputs(format)));
    }
}
