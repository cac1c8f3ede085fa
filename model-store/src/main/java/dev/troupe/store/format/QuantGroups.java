package dev.troupe.store.format;

import dev.troupe.kernel.layout.WeightFormat;
import java.nio.ByteBuffer;

/// Numbers to a file's quant groups and back. Plain Java arithmetic: the same bytes everywhere.
/// Buffers are little-endian.
public final class QuantGroups {
    private static final int GROUP = 32;
    private static final int HALF = GROUP / 2;
    private static final float MAX_INT8 = 127f;
    private static final int MAX_NIBBLE = 15;

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
            }
        }
    }

    /// Fills `values` from `source`'s position and moves past them: what each weight counts for.
    public static void decode(WeightFormat format, ByteBuffer source, float[] values) {
        for (int start = 0; start < values.length; start += format.groupSize()) {
            switch (format) {
                case F32 -> values[start] = source.getFloat();
                case F16 -> values[start] = getHalf(source);
                case Q8_0 -> decodeInt8(source, values, start);
                case Q4_0 -> {
                    float scale = getHalf(source);
                    decodeNibbles(source, values, start, scale, -8 * scale);
                }
                case Q4_1 -> decodeNibbles(source, values, start, getHalf(source), getHalf(source));
            }
        }
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

    private static void decodeInt8(ByteBuffer source, float[] values, int start) {
        float scale = getHalf(source);
        for (int i = start; i < start + GROUP; i++) {
            values[i] = scale * source.get();
        }
    }

    /// The value furthest from zero becomes exactly -8 steps, so all sixteen steps are used.
    private static void encodeSigned(float[] values, int start, ByteBuffer target) {
        float furthest = 0f;
        for (int i = start; i < start + GROUP; i++) {
            if (Math.abs(values[i]) > Math.abs(furthest)) {
                furthest = values[i];
            }
        }
        float scale = furthest / -8;
        putHalf(target, scale);
        putNibbles(values, start, scale, -8 * scale, target);
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

    private static void decodeNibbles(ByteBuffer source, float[] values, int start, float scale, float origin) {
        for (int i = start; i < start + HALF; i++) {
            int pair = source.get();
            values[i] = scale * (pair & MAX_NIBBLE) + origin;
            values[i + HALF] = scale * (pair >> 4 & MAX_NIBBLE) + origin;
        }
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

    private static float getHalf(ByteBuffer source) {
        return Float.float16ToFloat(source.getShort());
    }
}
