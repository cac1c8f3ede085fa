package dev.troupe.kernel.contract;

import dev.troupe.kernel.layout.PanelLayout;
import dev.troupe.kernel.layout.PanelPacker;
import dev.troupe.kernel.layout.RowSource;
import dev.troupe.kernel.layout.WeightFormat;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/// Random numbers of the kinds that find mistakes.
final class TestData {
    private static final float[] EDGES = {
        0f,
        -0f,
        1f,
        -1f,
        0.5f,
        127f,
        -127f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        1e-40f,
        -3e-39f,
        Float.MIN_NORMAL,
        65504f,
        -65504f,
        65520f,
        1e30f,
        -3e38f,
        Float.MAX_VALUE
    };
    private static final float[] NOT_FINITE = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
    private static final int[] HALF_EDGES = {
        0, 0x8000, 1, 0x8001, 0x03FF, 0x0400, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00
    };

    private final Random random;

    TestData(long seed) {
        this.random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    boolean oneIn(int chance) {
        return random.nextInt(chance) == 0;
    }

    long word() {
        return random.nextLong();
    }

    int pick(int... choices) {
        return choices[below(choices.length)];
    }

    float pick(float... choices) {
        return choices[below(choices.length)];
    }

    float number() {
        return (float) random.nextGaussian();
    }

    float[] numbers(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = number();
        }
        return values;
    }

    float[][] rows(int rows, int width) {
        float[][] values = new float[rows][];
        Arrays.setAll(values, _ -> numbers(width));
        return values;
    }

    /// Every row of another kind: plain, all of one edge, edges in between, very small, very
    /// large, and now and then a single number that is not finite.
    float[][] wildRows(int rows, int width) {
        float[][] values = rows(rows, width);
        for (float[] row : values) {
            switch (below(7)) {
                case 0 -> Arrays.fill(row, pick(EDGES));
                case 1 -> sprinkle(row, EDGES, 4);
                case 2 -> scale(row, 1e-38f);
                case 3 -> scale(row, 1e36f);
                case 4 -> row[below(width)] = pick(NOT_FINITE);
                case 5 -> roundToHalves(row);
                default -> {} // stays plain
            }
        }
        return values;
    }

    private void sprinkle(float[] row, float[] edges, int chance) {
        for (int i = 0; i < row.length; i++) {
            row[i] = oneIn(chance) ? pick(edges) : row[i];
        }
    }

    private static void scale(float[] row, float factor) {
        for (int i = 0; i < row.length; i++) {
            row[i] *= factor;
        }
    }

    /// Numbers of the form n / 2 with a largest of 127: quantisation meets its ties.
    private void roundToHalves(float[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] = (random.nextInt(507) - 253) / 2f;
        }
        row[below(row.length)] = 127f;
    }

    short half() {
        return Float.floatToFloat16(number());
    }

    short wildHalf() {
        return oneIn(8) ? (short) pick(HALF_EDGES) : half();
    }

    /// Widths of the left operand around lanes and groups.
    static int[] widths(WeightFormat format) {
        return switch (format.groupSize()) {
            case 1 -> new int[] {1, 17, 32, 172};
            case 256 -> new int[] {256, 512, 768};
            default -> new int[] {32, 64, 96};
        };
    }

    /// The nearest width not below `width` that the format can have.
    static int width(WeightFormat format, int width) {
        return Math.ceilDiv(width, format.groupSize()) * format.groupSize();
    }

    /// A matrix in the file's form; with `wild`, every third row has extreme quants or scales.
    byte[][] weights(WeightFormat format, int outputs, int inputs, boolean wild) {
        byte[][] rows = new byte[outputs][];
        Arrays.setAll(rows, _ -> weightRow(format, inputs, wild && oneIn(3)));
        return rows;
    }

    private byte[] weightRow(WeightFormat format, int inputs, boolean wild) {
        ByteBuffer row = Workbench.buffer((int) format.rowBytes(inputs));
        int fill = wild ? pick(0x80, 0x7F, 0x00, 0xFF, 0x88) : -1;
        while (row.hasRemaining()) {
            switch (format) {
                case F32 -> row.putFloat(wild && oneIn(16) ? pick(EDGES) : number());
                case F16 -> row.putShort(wild && oneIn(16) ? wildHalf() : half());
                case BF16 -> row.putShort((short) (Float.floatToRawIntBits(number()) >>> 16));
                case Q8_0 -> row.putShort(scale(wild)).put(quants(32, fill));
                case Q4_0 -> row.putShort(scale(wild)).put(quants(16, fill));
                case Q4_1 -> row.putShort(scale(wild)).putShort(scale(wild)).put(quants(16, fill));
                case Q5_0 -> row.putShort(scale(wild)).put(quants(20, fill));
                case Q5_1 -> row.putShort(scale(wild)).putShort(scale(wild)).put(quants(20, fill));
                case Q2_K -> row.put(quants(80, fill)).putShort(scale(wild)).putShort(scale(wild));
                case Q3_K -> row.put(quants(108, fill)).putShort(scale(wild));
                case Q4_K -> row.putShort(scale(wild)).putShort(scale(wild)).put(quants(140, fill));
                case Q5_K -> row.putShort(scale(wild)).putShort(scale(wild)).put(quants(172, fill));
                case Q6_K -> row.put(quants(208, fill)).putShort(scale(wild));
            }
        }
        return row.array();
    }

    private short scale(boolean wild) {
        return wild ? wildHalf() : Float.floatToFloat16(number() * 0.02f);
    }

    private byte[] quants(int count, int fill) {
        byte[] quants = new byte[count];
        if (fill < 0 || oneIn(2)) {
            random.nextBytes(quants);
        } else {
            Arrays.fill(quants, (byte) fill);
        }
        return quants;
    }

    static byte[] pack(WeightFormat format, int inputs, byte[][] rows) {
        byte[] packed = packed(format, inputs, PanelLayout.panels(rows.length));
        PanelPacker.pack(format, rows.length, inputs, source(rows), ByteBuffer.wrap(packed));
        return packed;
    }

    static byte[] packPair(WeightFormat format, int inputs, byte[][] gate, byte[][] up) {
        byte[] packed = packed(format, inputs, 2 * PanelLayout.panels(gate.length));
        PanelPacker.packPair(format, gate.length, inputs, source(gate), source(up), ByteBuffer.wrap(packed));
        return packed;
    }

    private static byte[] packed(WeightFormat format, int inputs, int panels) {
        return new byte[(int) PanelLayout.matrixBytes(format, panels, inputs)];
    }

    private static RowSource source(byte[][] rows) {
        return (row, target) -> target.put(rows[row]);
    }
}
