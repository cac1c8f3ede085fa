package dev.troupe.node.engine;

import dev.troupe.node.draft.SpeculationLimits;

/// Bounds of the engine. All decodes of a model fit in one step, so none is ever starved.
///
/// @param tokenBudget rows of one step, above `maxSequences` so that prefill always moves
/// @param sliceTokens most prompt tokens of one sequence in one step, at least 1
/// @param maxSequences sequences of one model that hold blocks, at least 1
/// @param maxWaiting sequences handed in and not yet admitted; one more is refused (`OVERLOADED`)
/// @param maxLogitRows rows of one step that need logits, at least `maxSequences`
/// @param speculation how much may be drafted
/// @param turnSeconds how long one model steps while others want to, at least
/// @param growthReserve blocks that an admission leaves for each running sequence that may still
///     grow, 0 or more; with less, more are taken in and more are preempted
public record EngineLimits(
        int tokenBudget,
        int sliceTokens,
        int maxSequences,
        int maxWaiting,
        int maxLogitRows,
        SpeculationLimits speculation,
        double turnSeconds,
        double growthReserve) {
    /// Each may soon need a block, not all at the same time.
    private static final double DEFAULT_GROWTH_RESERVE = 0.5;

    private static final double DEFAULT_TURN_SECONDS = 0.05;

    public EngineLimits {
        atLeast("sliceTokens", sliceTokens, 1);
        atLeast("maxSequences", maxSequences, 1);
        atLeast("maxWaiting", maxWaiting, 1);
        atLeast("tokenBudget", tokenBudget, maxSequences + 1);
        atLeast("maxLogitRows", maxLogitRows, maxSequences);
        if (!(turnSeconds >= 0)) {
            throw new IllegalArgumentException("turnSeconds is " + turnSeconds + "; the least is 0");
        }
        if (!(growthReserve >= 0)) {
            throw new IllegalArgumentException("growthReserve is " + growthReserve + "; the least is 0");
        }
    }

    public EngineLimits(
            int tokenBudget,
            int sliceTokens,
            int maxSequences,
            int maxWaiting,
            int maxLogitRows,
            SpeculationLimits speculation) {
        this(
                tokenBudget,
                sliceTokens,
                maxSequences,
                maxWaiting,
                maxLogitRows,
                speculation,
                DEFAULT_TURN_SECONDS,
                DEFAULT_GROWTH_RESERVE);
    }

    public EngineLimits(int tokenBudget, int sliceTokens, int maxSequences, int maxWaiting, int maxLogitRows) {
        this(tokenBudget, sliceTokens, maxSequences, maxWaiting, maxLogitRows, SpeculationLimits.defaults());
    }

    public static EngineLimits defaults() {
        return new EngineLimits(512, 512, 64, 256, 64);
    }

    public EngineLimits withSliceTokens(int tokens) {
        return new EngineLimits(
                tokenBudget, tokens, maxSequences, maxWaiting, maxLogitRows, speculation, turnSeconds, growthReserve);
    }

    public EngineLimits withTurnSeconds(double seconds) {
        return new EngineLimits(
                tokenBudget, sliceTokens, maxSequences, maxWaiting, maxLogitRows, speculation, seconds, growthReserve);
    }

    public EngineLimits withSpeculation(SpeculationLimits drafting) {
        return new EngineLimits(
                tokenBudget, sliceTokens, maxSequences, maxWaiting, maxLogitRows, drafting, turnSeconds, growthReserve);
    }

    public EngineLimits withGrowthReserve(double blocks) {
        return new EngineLimits(
                tokenBudget, sliceTokens, maxSequences, maxWaiting, maxLogitRows, speculation, turnSeconds, blocks);
    }

    private static void atLeast(String field, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(field + " is " + value + "; the least is " + least);
        }
    }
}
