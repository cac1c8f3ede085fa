package dev.troupe.kernel.reference;

import java.util.Optional;

/// One query of one head over the keys that it sees: parts of 512 positions in steps of 32, merged
/// ascending.
final class AttentionHead {
    private static final int PART = 512;
    private static final int STEP = 32;
    private static final int LANES = Arithmetic.LANES;

    private final float[] q;
    private final Scoring scoring;
    private final float[][] k;
    private final float[][] v;

    /// What a run of positions gives: the largest score, the sum of weights, the weighted values.
    private record Part(float max, float sum, float[] acc) {}

    /// From q.k to a score.
    record Scoring(float scale, Optional<Float> softcap) {
        float score(float product) {
            float scaled = product * scale;
            return softcap.isPresent() ? Arithmetic.softcap(scaled, softcap.get()) : scaled;
        }
    }

    AttentionHead(float[] q, Scoring scoring, float[][] k, float[][] v) {
        this.q = q;
        this.scoring = scoring;
        this.k = k;
        this.v = v;
    }

    /// @param from first position that is seen
    float[] attend(int from) {
        int first = from / PART * PART;
        Part whole = part(from, first + PART);
        while ((first += PART) < k.length) {
            whole = merge(whole, part(first, first + PART));
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

    private Part part(int from, int partEnd) {
        float max = Float.NEGATIVE_INFINITY;
        float[] lanes = new float[LANES];
        float[] acc = new float[q.length];
        int end = Math.min(partEnd, k.length);
        for (int step = from / STEP * STEP; step < end; step += STEP) {
            int begin = Math.max(0, from - step);
            int valid = Math.min(STEP, end - step);
            float[] s = scores(step, begin, valid);
            float newMax = max;
            for (int j = begin; j < valid; j++) {
                newMax = Arithmetic.max(newMax, s[j]);
            }
            float alpha = step <= from ? 0f : Arithmetic.exp(max - newMax);
            float[] p = new float[STEP];
            for (int j = begin; j < valid; j++) {
                p[j] = Arithmetic.exp(s[j] - newMax);
            }
            for (int i = 0; i < LANES; i++) {
                lanes[i] = Math.fma(lanes[i], alpha, p[i] + p[LANES + i]);
            }
            accumulate(acc, alpha, p, step + begin, step + valid);
            max = newMax;
        }
        return new Part(max, Arithmetic.tree(lanes), acc);
    }

    private float[] scores(int step, int begin, int valid) {
        float[] s = new float[valid];
        for (int j = begin; j < valid; j++) {
            float chain = 0f;
            for (int d = 0; d < q.length; d++) {
                chain = Math.fma(k[step + j][d], q[d], chain);
            }
            s[j] = scoring.score(chain);
        }
        return s;
    }

    private void accumulate(float[] acc, float alpha, float[] p, int from, int end) {
        for (int d = 0; d < acc.length; d++) {
            float sum = acc[d] * alpha;
            for (int position = from; position < end; position++) {
                sum = Math.fma(v[position][d], p[position % STEP], sum);
            }
            acc[d] = sum;
        }
    }
}
