package dev.troupe.kernel.reference;

import dev.troupe.kernel.Draw;
import java.util.Arrays;

/// Integer weights of one row: the largest logit weighs 2^30.
final class Weights {
    private static final float WHOLE = 0x1p30f;

    private final int[] weights;
    private final Draw.Cuts cuts;

    Weights(float[] logits, float max, Draw.Cuts cuts) {
        this.cuts = cuts;
        float inverse = Math.min(1f / cuts.temperature(), Float.MAX_VALUE);
        int least = (int) Math.ceil(cuts.minP() * WHOLE);
        weights = new int[logits.length];
        for (int id = 0; id < logits.length; id++) {
            int weight = (int) Math.rint(Arithmetic.exp((logits[id] - max) * inverse) * WHOLE);
            weights[id] = weight >= least ? weight : 0;
        }
    }

    int draw(long seed, long position) {
        int[] kept = kept();
        Arrays.sort(kept);
        long target = Math.unsignedMultiplyHigh(Philox.word(seed, position), sum(kept));
        for (int id : kept) {
            target -= weights[id];
            if (target < 0) {
                return id;
            }
        }
        throw new IllegalStateException("a draw beyond the sum of its weights");
    }

    /// Ids that may be drawn, by weight descending, then id ascending.
    private int[] kept() {
        int[] kept = order();
        if (cuts.topK() > 0 && cuts.topK() < kept.length) {
            kept = Arrays.copyOf(kept, cuts.topK());
        }
        long needed = (long) Math.ceil((double) cuts.topP() * (double) sum(kept));
        long reached = 0;
        for (int place = 0; place < kept.length; place++) {
            reached += weights[kept[place]];
            if (reached >= needed) {
                return Arrays.copyOf(kept, place + 1);
            }
        }
        return kept;
    }

    private int[] order() {
        long[] keys = new long[weights.length];
        for (int id = 0; id < weights.length; id++) {
            keys[id] = (long) -weights[id] << 32 | id;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private long sum(int[] ids) {
        return Arrays.stream(ids).mapToLong(id -> weights[id]).sum();
    }
}
