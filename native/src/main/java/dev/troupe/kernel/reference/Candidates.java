package dev.troupe.kernel.reference;

import java.util.Arrays;

/// Ids by logit descending, then id ascending; -0 and +0 are equal.
final class Candidates {
    private final long[] order;

    /// @param logits without NaN
    Candidates(float[] logits) {
        order = new long[logits.length];
        for (int id = 0; id < logits.length; id++) {
            order[id] = ((long) ~ascending(logits[id]) << 32) | id;
        }
        Arrays.sort(order);
    }

    /// The id at a place, 0 for the best.
    int id(int place) {
        return (int) order[place];
    }

    /// An integer that grows with the number; adding +0 turns -0 into +0.
    private static int ascending(float logit) {
        int bits = Float.floatToRawIntBits(logit + 0f);
        return bits < 0 ? bits ^ Integer.MAX_VALUE : bits;
    }
}
