package dev.troupe.store.format;

import dev.troupe.kernel.layout.GroupWriter;
import dev.troupe.kernel.layout.WeightFormat;
import java.nio.ByteBuffer;

/// Numbers to groups of 256. Each part spans its own range, and parts share the largest scale: no
/// search for better factors, as those who publish such files do. For generated models.
record SuperGroups(WeightFormat format) {
    private static final int GROUP = 256;

    /// How many steps a quant has above its least value, and a part's scale above 0.
    private record Steps(int quant, int scale) {}

    /// Writes `values[start..start+255]` at `target`'s position and moves past them.
    void encode(float[] values, int start, ByteBuffer target) {
        int parts = GROUP / format.partSize();
        float[] scales = new float[parts];
        float[] minimums = new float[parts];
        for (int part = 0; part < parts; part++) {
            measure(values, start + part * format.partSize(), part, scales, minimums);
        }
        short d = Float.floatToFloat16(largest(scales) / steps().scale());
        short dmin = Float.floatToFloat16(largest(minimums) / steps().scale());
        byte[] factors = new byte[format == WeightFormat.Q4_K || format == WeightFormat.Q5_K ? 2 * parts : parts];
        int[] quants = new int[GROUP];
        for (int part = 0; part < parts; part++) {
            int scale = factor(scales[part], d);
            int minimum = factor(minimums[part], dmin);
            store(factors, part, scale, minimum);
            float step = Float.float16ToFloat(d) * scale;
            float below = Float.float16ToFloat(dmin) * minimum;
            for (int i = part * format.partSize(); i < (part + 1) * format.partSize(); i++) {
                quants[i] = quant(values[start + i] + below, step);
            }
        }
        new GroupWriter(format).write(new short[] {d, dmin}, factors, quants, target);
    }

    private Steps steps() {
        return switch (format) {
            case Q2_K -> new Steps(3, 15);
            case Q3_K -> new Steps(3, 31);
            case Q4_K -> new Steps(15, 63);
            case Q5_K -> new Steps(31, 63);
            case Q6_K -> new Steps(31, 127);
            default -> throw new IllegalArgumentException(format + " has no groups of " + GROUP);
        };
    }

    private void measure(float[] values, int first, int part, float[] scales, float[] minimums) {
        float least = 0;
        float most = 0;
        for (int i = first; i < first + format.partSize(); i++) {
            least = Math.min(least, values[i]);
            most = Math.max(most, values[i]);
        }
        if (format.hasMinimum()) {
            minimums[part] = -least;
            scales[part] = (most - least) / steps().quant();
        } else {
            scales[part] = Math.max(-least, most) / steps().quant();
        }
    }

    private void store(byte[] factors, int part, int scale, int minimum) {
        if (format == WeightFormat.Q2_K) {
            factors[part] = (byte) (scale | minimum << 4);
            return;
        }
        factors[part] = (byte) scale;
        if (format.hasMinimum()) {
            factors[factors.length / 2 + part] = (byte) minimum;
        }
    }

    private int factor(float value, short unit) {
        float step = Float.float16ToFloat(unit);
        return step == 0 ? 0 : Math.clamp(Math.round(value / step), 0, steps().scale());
    }

    private int quant(float value, float step) {
        int most = steps().quant();
        int least = format.hasMinimum() ? 0 : -most;
        return step == 0 ? 0 : Math.clamp(Math.round(value / step), least, most);
    }

    private static float largest(float[] values) {
        float largest = 0;
        for (float value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }
}
