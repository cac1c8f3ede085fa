package dev.troupe.kernel.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// One output's weights as numbers. Reused from row to row; one thread.
///
/// For a quantised format a weight is `quant` with the group's `scale` and `minimum`; for F32 and
/// F16 it is `widened` alone.
public final class WeightRow {
    private final WeightFormat format;
    private final byte[] quants;
    private final float[] scales;
    private final float[] minima;
    private final float[] plain;

    public WeightRow(WeightFormat format, int inputs) {
        int groups = format.isQuantized() ? inputs / format.groupSize() : 0;
        this.format = format;
        this.quants = new byte[format.isQuantized() ? inputs : 0];
        this.scales = new float[groups];
        this.minima = new float[groups];
        this.plain = new float[format.isQuantized() ? 0 : inputs];
    }

    /// Reads a row in the file's form at `file`'s position, which does not move.
    public void load(ByteBuffer file) {
        ByteBuffer row = file.slice().order(ByteOrder.LITTLE_ENDIAN);
        for (int k = 0; k < plain.length; k++) {
            plain[k] = format == WeightFormat.F32 ? row.getFloat(k * 4) : Float.float16ToFloat(row.getShort(k * 2));
        }
        for (int group = 0; group < scales.length; group++) {
            loadGroup(row, group);
        }
    }

    private void loadGroup(ByteBuffer row, int group) {
        int from = group * format.groupBytes();
        scales[group] = Float.float16ToFloat(row.getShort(from));
        if (format == WeightFormat.Q4_1) {
            minima[group] = Float.float16ToFloat(row.getShort(from + 2));
        }
        int bytes = format == WeightFormat.Q8_0 ? 32 : 16;
        int start = from + format.groupBytes() - bytes;
        int zero = format == WeightFormat.Q4_0 ? 8 : 0;
        for (int i = 0; i < bytes; i++) {
            byte value = row.get(start + i);
            if (format == WeightFormat.Q8_0) {
                quants[group * 32 + i] = value;
            } else {
                quants[group * 32 + i] = (byte) ((value & 15) - zero);
                quants[group * 32 + 16 + i] = (byte) ((value >> 4 & 15) - zero);
            }
        }
    }

    /// The integer of element `k`: Q8_0 -128..127, Q4_0 -8..7 (8 already taken off), Q4_1 0..15.
    public int quant(int k) {
        return quants[k];
    }

    /// The file's `d` of a group, widened.
    public float scale(int group) {
        return scales[group];
    }

    /// The file's `m` of a group of Q4_1, widened.
    public float minimum(int group) {
        return minima[group];
    }

    /// Element `k` as an fp32 number.
    public float widened(int k) {
        return switch (format) {
            case F32, F16 -> plain[k];
            case Q8_0, Q4_0 -> (float) quants[k] * scales[k / 32];
            case Q4_1 -> Math.fma((float) quants[k], scales[k / 32], minima[k / 32]);
        };
    }
}
