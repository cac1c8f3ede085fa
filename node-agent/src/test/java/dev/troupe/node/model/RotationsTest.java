package dev.troupe.node.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.RotationSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RotationsTest {
    private static final int WIDTH = 8;
    private static final int POSITIONS = 600;

    @Test
    void aPositionHoldsItsCosinesAndThenItsSines() {
        ByteBuffer table = table(RotationSpec.unscaled(10_000, WIDTH));
        for (int position : new int[] {0, 1, 255, 256, 599}) {
            for (int i = 0; i < WIDTH / 2; i++) {
                double angle = position * StrictMath.pow(10_000, -2.0 * i / WIDTH);
                assertThat(cosine(table, position, i)).isEqualTo((float) StrictMath.cos(angle));
                assertThat(sine(table, position, i)).isEqualTo((float) StrictMath.sin(angle));
            }
        }
    }

    /// MS-11: every scaling comes down to a divisor for each pair, and an amplitude.
    @Test
    void ms11DivisorsStretchPairsAndTheAmplitudeGrowsBothParts() {
        List<Double> divisors = List.of(1.0, 1.5, 7.25, 8.0);
        ByteBuffer table = table(new RotationSpec(500_000, WIDTH, divisors, 1.25));
        for (int position : new int[] {0, 1, 255, 256, 599}) {
            for (int i = 0; i < WIDTH / 2; i++) {
                double angle = position * (StrictMath.pow(500_000, -2.0 * i / WIDTH) / divisors.get(i));
                assertThat(cosine(table, position, i)).isEqualTo((float) (StrictMath.cos(angle) * 1.25));
                assertThat(sine(table, position, i)).isEqualTo((float) (StrictMath.sin(angle) * 1.25));
            }
        }
    }

    @Test
    void kindsThatRotateAlikeShareATable() {
        Kind near = new Kind(Optional.of(8), RotationSpec.unscaled(10_000, WIDTH));
        Kind far = new Kind(Optional.empty(), RotationSpec.unscaled(10_000, WIDTH));
        Kind other = new Kind(Optional.empty(), RotationSpec.unscaled(1_000_000, WIDTH));
        AddressPlan plan = new AddressPlan(64);
        RotationTables tables = RotationTables.take(plan, attention(near, far, other), POSITIONS);
        assertThat(tables.of(near.rotation())).isEqualTo(tables.of(far.rotation()));
        assertThat(tables.of(other.rotation())).isNotEqualTo(tables.of(far.rotation()));
        assertThat(plan.bytes()).isEqualTo(2L * POSITIONS * WIDTH * Float.BYTES);
    }

    private static AttentionSpec attention(Kind... kinds) {
        AttentionSpec.LayerPattern pattern = new AttentionSpec.LayerPattern(List.of(kinds), List.of(0, 1, 2));
        return new AttentionSpec(1, 1, WIDTH, 1f, Optional.empty(), false, false, pattern);
    }

    private static float cosine(ByteBuffer table, int position, int pair) {
        return table.getFloat((position * WIDTH + pair) * Float.BYTES);
    }

    private static float sine(ByteBuffer table, int position, int pair) {
        return table.getFloat((position * WIDTH + WIDTH / 2 + pair) * Float.BYTES);
    }

    private static ByteBuffer table(RotationSpec spec) {
        Rotations rotations = new Rotations(spec);
        try (ReferenceDevice device = new ReferenceDevice(DeviceMemory.PAGE_BYTES)) {
            long address = device.memory().allocate(DeviceMemory.PAGE_BYTES);
            rotations.writeTo(device.memory(), address, POSITIONS);
            ByteBuffer table =
                    ByteBuffer.allocate((int) rotations.bytes(POSITIONS)).order(ByteOrder.LITTLE_ENDIAN);
            device.memory().read(address, table);
            return table.flip().order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
