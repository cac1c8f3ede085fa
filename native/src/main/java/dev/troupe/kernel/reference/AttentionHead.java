package dev.troupe.kernel.reference;

/// One query of one head over its keys: parts of 512 positions in steps of 32, merged ascending.
final class AttentionHead {
    private static final int PART = 512;
    private static final int STEP = 32;
    private static final int LANES = Arithmetic.LANES;

    private final float[] q;
    private final float scale;
    private final float[][] k;
    private final float[][] v;

    /// What a run of positions gives: the largest score, the sum of weights, the weighted values.
    private record Part(float max, float sum, float[] acc) {}

    AttentionHead(float[] q, float scale, float[][] k, float[][] v) {
        this.q = q;
        this.scale = scale;
        this.k = k;
        this.v = v;
    }

    float[] attend() {
        Part whole = part(0);
        for (int first = PART; first < k.length; first += PART) {
            whole = merge(whole, part(first));
        }
        float factor = 1f / whole.sum();
        float[] out = new float[q.length];
        for (int d = 0; d < out.length; d++) {
            out[d] = whole.acc()[d] * factor;
        }
        return out;
    }

    private static Part merge(Part left, Part right) {
        float max = Arithmetic.max(left.max(), right.max());
        float a = Arithmetic.exp(left.max() - max);
        float b = Arithmetic.exp(right.max() - max);
        float sum = Math.fma(right.sum(), b, left.sum() * a);
        float[] acc = new float[left.acc().length];
        for (int d = 0; d < acc.length; d++) {
            acc[d] = Math.fma(right.acc()[d], b, left.acc()[d] * a);
        }
        return new Part(max, sum, acc);
    }

    private Part part(int first) {
        float max = Float.NEGATIVE_INFINITY;
        float[] lanes = new float[LANES];
        float[] acc = new float[q.length];
        int end = Math.min(first + PART, k.length);
        for (int step = first; step < end; step += STEP) {
            int valid = Math.min(STEP, end - step);
            float[] s = scores(step, valid);
            float newMax = max;
            for (int j = 0; j < valid; j++) {
                newMax = Arithmetic.max(newMax, s[j]);
            }
            float alpha = step == first ? 0f : Arithmetic.exp(max - newMax);
            float[] p = new float[STEP];
            for (int j = 0; j < valid; j++) {
                p[j] = Arithmetic.exp(s[j] - newMax);
            }
            for (int i = 0; i < LANES; i++) {
                lanes[i] = Math.fma(lanes[i], alpha, p[i] + p[LANES + i]);
            }
            accumulate(acc, alpha, p, step, valid);
            max = newMax;
        }
        return new Part(max, Arithmetic.tree(lanes), acc);
    }

    private float[] scores(int step, int valid) {
        float[] s = new float[valid];
        for (int j = 0; j < valid; j++) {
            float chain = 0f;
            for (int d = 0; d < q.length; d++) {
                chain = Math.fma(k[step + j][d], q[d], chain);
            }
            s[j] = chain * scale;
        }
        return s;
    }

    private void accumulate(float[] acc, float alpha, float[] p, int step, int valid) {
        for (int d = 0; d < acc.length; d++) {
            float sum = acc[d] * alpha;
            for (int j = 0; j < valid; j++) {
                sum = Math.fma(v[step + j][d], p[j], sum);
            }
            acc[d] = sum;
        }
    }
}
