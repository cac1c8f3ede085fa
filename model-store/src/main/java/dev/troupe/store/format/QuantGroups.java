package dev.troupe.store.format;

import dev.troupe.kernel.layout.GroupWriter;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.kernel.layout.WeightRow;
import java.nio.ByteBuffer;

/// Numbers to a file's quant groups and back. Plain Java arithmetic: the same bytes everywhere.
/// Buffers are little-endian.
public final class QuantGroups {
    private static final int GROUP = 32;
    private static final int HALF = GROUP / 2;
    private static final float MAX_INT8 = 127f;
    private static final int MAX_NIBBLE = 15;
    private static final int MAX_FIVE_BITS = 31;

    private QuantGroups() {}

    /// Writes `values` at `target`'s position and moves past them.
    ///
    /// @param values a multiple of the format's group, each small enough for a half's range
    public static void encode(WeightFormat format, float[] values, ByteBuffer target) {
        for (int start = 0; start < values.length; start += format.groupSize()) {
            switch (format) {
                case F32 -> target.putFloat(values[start]);
                case F16 -> putHalf(target, values[start]);
                case Q8_0 -> encodeInt8(values, start, target);
                case Q4_0 -> encodeSigned(values, start, target);
                case Q4_1 -> encodeWithMinimum(values, start, target);
                case BF16 -> target.putShort(bf16(values[start]));
                case Q5_0 -> encodeFiveBits(values, start, target);
                case Q5_1 -> encodeFiveBitsWithMinimum(values, start, target);
                case Q2_K, Q3_K, Q4_K, Q5_K, Q6_K -> new SuperGroups(format).encode(values, start, target);
            }
        }
    }

    /// Fills `values` from `source`'s position and moves past them: what each weight counts for.
    public static void decode(WeightFormat format, ByteBuffer source, float[] values) {
        WeightRow row = new WeightRow(format, values.length);
        row.load(source);
        for (int i = 0; i < values.length; i++) {
            values[i] = row.widened(i);
        }
        source.position(source.position() + Math.toIntExact(format.rowBytes(values.length)));
    }

    private static void encodeInt8(float[] values, int start, ByteBuffer target) {
        float largest = 0f;
        for (int i = start; i < start + GROUP; i++) {
            largest = Math.max(largest, Math.abs(values[i]));
        }
        float scale = largest / MAX_INT8;
        putHalf(target, scale);
        for (int i = start; i < start + GROUP; i++) {
            target.put((byte) quotient(values[i], scale));
        }
    }

    /// The value furthest from zero becomes exactly -8 steps, so all sixteen steps are used.
    private static void encodeSigned(float[] values, int start, ByteBuffer target) {
        float furthest = furthest(values, start);
        float scale = furthest / -8;
        putHalf(target, scale);
        putNibbles(values, start, scale, -8 * scale, target);
    }

    private static float furthest(float[] values, int start) {
        float furthest = 0f;
        for (int i = start; i < start + GROUP; i++) {
            if (Math.abs(values[i]) > Math.abs(furthest)) {
                furthest = values[i];
            }
        }
        return furthest;
    }

    private static void encodeWithMinimum(float[] values, int start, ByteBuffer target) {
        float least = values[start];
        float most = values[start];
        for (int i = start + 1; i < start + GROUP; i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        float scale = (most - least) / MAX_NIBBLE;
        putHalf(target, scale);
        putHalf(target, least);
        putNibbles(values, start, scale, least, target);
    }

    private static void putNibbles(float[] values, int start, float scale, float origin, ByteBuffer target) {
        for (int i = start; i < start + HALF; i++) {
            int low = nibble(values[i] - origin, scale);
            int high = nibble(values[i + HALF] - origin, scale);
            target.put((byte) (low | high << 4));
        }
    }

    /// As {@link #encodeSigned}, the value furthest from zero becomes -16 steps.
    private static void encodeFiveBits(float[] values, int start, ByteBuffer target) {
        float furthest = furthest(values, start);
        float scale = furthest / -16;
        int[] quants = new int[GROUP];
        for (int i = 0; i < GROUP; i++) {
            quants[i] = Math.clamp(quotient(values[start + i], scale), -16, MAX_FIVE_BITS - 16);
        }
        write(WeightFormat.Q5_0, scale, 0f, quants, target);
    }

    private static void encodeFiveBitsWithMinimum(float[] values, int start, ByteBuffer target) {
        float least = values[start];
        float most = values[start];
        for (int i = start + 1; i < start + GROUP; i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        float scale = (most - least) / MAX_FIVE_BITS;
        int[] quants = new int[GROUP];
        for (int i = 0; i < GROUP; i++) {
            quants[i] = Math.clamp(quotient(values[start + i] - least, scale), 0, MAX_FIVE_BITS);
        }
        write(WeightFormat.Q5_1, scale, least, quants, target);
    }

    private static void write(WeightFormat format, float scale, float minimum, int[] quants, ByteBuffer target) {
        short[] halves = {Float.floatToFloat16(scale), Float.floatToFloat16(minimum)};
        new GroupWriter(format).write(halves, new byte[0], quants, target);
    }

    /// Rounds to nearest, ties to even; what is not finite stays so.
    private static short bf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (!Float.isFinite(value)) {
            return (short) (bits >>> 16 | (Float.isNaN(value) ? 0x40 : 0));
        }
        return (short) (bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
    }

    private static int nibble(float distance, float scale) {
        return Math.clamp(quotient(distance, scale), 0, MAX_NIBBLE);
    }

    private static int quotient(float value, float scale) {
        return scale == 0f ? 0 : Math.round(value / scale);
    }

    private static void putHalf(ByteBuffer target, float value) {
        target.putShort(Float.floatToFloat16(value));
    }
}
