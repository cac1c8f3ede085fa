package dev.troupe.kernel.layout;

/// The layout `portable-1/cpu`: panels of 16 outputs side by side, so that each output is one lane
/// and no sum crosses lanes. For a matrix of N outputs and K inputs, with P = ceil(N / 16) panels
/// (2 P for a pair, gate and up panels in turn); bytes of outputs beyond N are zero.
///
/// Quants of all panels come first, then the scales of all panels, at a multiple of 64:
///
/// - F32: `float[K][16]`, no scales. F16 and BF16: `half[K][16]`, no scales.
/// - Bytes (Q8_0, Q5_0, Q5_1, Q2_K, Q3_K, Q5_K, Q6_K): per 32 inputs 8 lines of `uint8[16][4]`;
///   line j, output n holds elements 4j..4j+3 as they are stored, Q8_0's 128 higher.
/// - Nibbles (Q4_0, Q4_1, Q4_K): per 32 inputs 4 lines of `uint8[16][4]`; line j, output n holds
///   elements 4j..4j+3 in the low nibbles and 16+4j..16+4j+3 in the high ones.
/// - Scales, per group of the file: `half d[16]`, `half m[16]` where the format has a minimum, then
///   for formats of 256 `uint8[16]` for each small factor: the parts' scales (of Q3_K less 32), then
///   their minimums; Q2_K has both in one byte, the scale in the low nibble.
public final class PanelLayout {
    /// Identifier of this layout in image manifests.
    public static final String ID = "portable-1/cpu";

    /// Outputs in a panel.
    public static final int PANEL = 16;

    private static final int ALIGNMENT = 64;

    private PanelLayout() {}

    public static int panels(int outputs) {
        return Math.ceilDiv(outputs, PANEL);
    }

    /// Bytes of one panel's quants (or numbers).
    public static long panelBytes(WeightFormat format, int inputs) {
        return switch (format) {
            case F32 -> (long) inputs * PANEL * Float.BYTES;
            case F16, BF16 -> (long) inputs * PANEL * Short.BYTES;
            default -> (long) inputs * PANEL / (hasNibbles(format) ? 2 : 1);
        };
    }

    /// Whether quants lie as nibbles, else as bytes.
    static boolean hasNibbles(WeightFormat format) {
        return switch (format) {
            case Q4_0, Q4_1, Q4_K -> true;
            default -> false;
        };
    }

    /// Bytes of one panel's scales.
    public static long panelScaleBytes(WeightFormat format, int inputs) {
        if (!format.isQuantized()) {
            return 0;
        }
        GroupCodec codec = GroupCodec.of(format);
        long groups = inputs / format.groupSize();
        return groups * PANEL * (codec.halves() * Short.BYTES + codec.factors());
    }

    /// Where the scales start, from the matrix' own start.
    public static long scalesOffset(WeightFormat format, int panels, int inputs) {
        return align(panels * panelBytes(format, inputs));
    }

    /// Bytes of a whole packed matrix.
    public static long matrixBytes(WeightFormat format, int panels, int inputs) {
        return scalesOffset(format, panels, inputs) + align(panels * panelScaleBytes(format, inputs));
    }

    /// Refuses counts that are not positive and inputs that are no multiple of the quant group.
    static void checkShape(WeightFormat format, int outputs, int inputs) {
        if (outputs < 1 || inputs < 1 || inputs % format.groupSize() != 0) {
            throw new IllegalArgumentException("matrix of " + outputs + " x " + inputs + " in " + format
                    + ": counts must be positive and the inputs a multiple of " + format.groupSize());
        }
    }

    private static long align(long bytes) {
        return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }
}
