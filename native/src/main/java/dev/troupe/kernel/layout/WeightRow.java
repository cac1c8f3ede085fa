package dev.troupe.kernel.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// One output's weights as numbers. Reused from row to row; one thread.
///
/// For a quantised format a weight is `quant` with its part's `scale` and `minimum`; for F32, F16
/// and BF16 it is `widened` alone.
public final class WeightRow {
    private final WeightFormat format;
    private final byte[] file;
    private final byte[] quants;
    private final float[] scales;
    private final float[] minima;
    private final float[] plain;

    public WeightRow(WeightFormat format, int inputs) {
        int parts = format.isQuantized() ? inputs / format.partSize() : 0;
        this.format = format;
        this.file = new byte[(int) format.rowBytes(inputs)];
        this.quants = new byte[format.isQuantized() ? inputs : 0];
        this.scales = new float[parts];
        this.minima = new float[parts];
        this.plain = new float[format.isQuantized() ? 0 : inputs];
    }

    /// Reads a row in the file's form at `row`'s position, which does not move.
    public void load(ByteBuffer row) {
        row.get(row.position(), file);
        if (format.isQuantized()) {
            GroupCodec codec = GroupCodec.of(format);
            for (int group = 0; group < quants.length / format.groupSize(); group++) {
                loadQuants(codec, group);
                loadParts(codec, group);
            }
        } else {
            loadPlain(ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private void loadPlain(ByteBuffer row) {
        for (int k = 0; k < plain.length; k++) {
            plain[k] = switch (format) {
                case F16 -> Float.float16ToFloat(row.getShort(k * 2));
                case BF16 -> Float.intBitsToFloat(row.getShort(k * 2) << 16);
                default -> row.getFloat(k * 4);
            };
        }
    }

    private void loadQuants(GroupCodec codec, int group) {
        int from = group * format.groupBytes();
        int zero = format == WeightFormat.Q8_0 ? 128 : format.zero();
        for (int element = 0; element < format.groupSize(); element += 4) {
            int four = codec.four(file, from, element);
            for (int i = 0; i < 4; i++) {
                quants[group * format.groupSize() + element + i] = (byte) ((four >>> 8 * i & 255) - zero);
            }
        }
    }

    private void loadParts(GroupCodec codec, int group) {
        int parts = format.groupSize() / format.partSize();
        int from = group * format.groupBytes();
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        float d = Float.float16ToFloat(bytes.getShort(from + codec.half(0)));
        float m = format.hasMinimum() ? Float.float16ToFloat(bytes.getShort(from + codec.half(1))) : 0f;
        for (int part = 0; part < parts; part++) {
            scales[group * parts + part] = codec.factors() == 0 ? d : d * smallScale(codec, from, part);
            if (format.hasMinimum()) {
                minima[group * parts + part] = codec.factors() == 0 ? m : -m * smallMinimum(codec, from, part);
            }
        }
    }

    private int smallScale(GroupCodec codec, int group, int part) {
        int factor = codec.factor(file, group, part);
        return format == WeightFormat.Q2_K ? factor & 15 : factor;
    }

    private int smallMinimum(GroupCodec codec, int group, int part) {
        return format == WeightFormat.Q2_K
                ? codec.factor(file, group, part) >>> 4 & 15
                : codec.factor(file, group, 8 + part);
    }

    /// The integer that element `k` means: Q8_0 -128..127, Q4_0 -8..7, Q4_1 0..15, and so on.
    public int quant(int k) {
        return quants[k];
    }

    /// The scale of a part of {@link WeightFormat#partSize} weights: the exact product of the
    /// file's factors.
    public float scale(int part) {
        return scales[part];
    }

    /// What each weight of a part has beside quant * scale; not positive for formats of 256 with a
    /// positive `dmin`, whose minimum is taken off.
    public float minimum(int part) {
        return minima[part];
    }

    /// Element `k` as an fp32 number.
    public float widened(int k) {
        if (!format.isQuantized()) {
            return plain[k];
        }
        int part = k / format.partSize();
        return format.hasMinimum()
                ? Math.fma((float) quants[k], scales[part], minima[part])
                : (float) quants[k] * scales[part];
    }
}
