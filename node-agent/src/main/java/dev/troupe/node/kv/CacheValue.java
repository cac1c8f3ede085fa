package dev.troupe.node.kv;

import dev.troupe.kernel.AttentionShape;
import java.util.List;

/// What an idle block is worth: seconds to compute it again * chance of use soon / bytes.
///
/// The chance halves every {@link #HALF_LIFE_SECONDS} without use. So worth is compared by
/// `log2(seconds / bytes) + lastUse / halfLife`, which does not change while time passes: blocks of
/// all models can be kept in one order.
///
/// @param nowNanos of any clock that is the same for all pools
/// @param secondsPerToken measured seconds that one row of a step costs this model, above 0
public record CacheValue(long nowNanos, double secondsPerToken) {
    private static final double HALF_LIFE_SECONDS = 120;
    private static final double NANOS_PER_SECOND = 1e9;
    /// Positions before a token that make it cost twice as much as the first one.
    private static final double DOUBLING_POSITIONS = 4096;

    public CacheValue {
        if (!(secondsPerToken > 0)) {
            throw new IllegalArgumentException("secondsPerToken is " + secondsPerToken + "; it must be positive");
        }
    }

    /// Before anything was measured.
    static CacheValue unmeasured() {
        return new CacheValue(0, 1e-3);
    }

    /// @param depth blocks before it
    double score(int depth, long blockBytes) {
        double positions = (double) depth * AttentionShape.BLOCK;
        double seconds = secondsPerToken * AttentionShape.BLOCK * (1 + positions / DOUBLING_POSITIONS);
        return log2(seconds / blockBytes) + nowNanos / NANOS_PER_SECOND / HALF_LIFE_SECONDS;
    }

    /// What several blocks are worth together, given for the bytes of `slabBytes`.
    static double together(List<Double> scores, long blockBytes, long slabBytes) {
        double most = scores.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double sum =
                scores.stream().mapToDouble(score -> Math.pow(2, score - most)).sum();
        return most + log2(sum * blockBytes / slabBytes);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
