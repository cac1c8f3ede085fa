package dev.troupe.bench.speed;

import java.util.OptionalDouble;

/// A question about speed, with the limit that the machine sets it.
///
/// @param streams that run at once
/// @param promptTokens of each stream
/// @param replyTokens of each stream
/// @param timed which part of the streams' time counts
public record Measure(String name, int streams, int promptTokens, int replyTokens, Timed timed) {
    /// Which tokens are counted and when.
    public enum Timed {
        /// Prompt tokens, from the asking to the first token.
        PREFILL,
        /// Reply tokens, while all streams run: from the last one's first token to the first one's
        /// last.
        DECODE,
        /// Reply tokens, from the asking to the last one's last.
        WHOLE
    }

    public static Measure prefill(int promptTokens) {
        return new Measure("prefill " + promptTokens, 1, promptTokens, 1, Timed.PREFILL);
    }

    public static Measure single(int promptTokens, int replyTokens) {
        return new Measure("single stream", 1, promptTokens, replyTokens, Timed.DECODE);
    }

    public static Measure crowd(int streams, int promptTokens, int replyTokens) {
        return new Measure(streams + " sequences", streams, promptTokens, replyTokens, Timed.DECODE);
    }

    /// The same, prompts and the running in and out included: what a client sees.
    public static Measure whole(int streams, int promptTokens, int replyTokens) {
        return new Measure(streams + " sequences, whole", streams, promptTokens, replyTokens, Timed.WHOLE);
    }

    /// The most that the machine allows, in the measure's unit.
    public double mostPerSecond(MachineLimits machine, ModelCost cost) {
        return limit(machine, cost).perSecond();
    }

    Limit limit(MachineLimits machine, ModelCost cost) {
        return switch (timed) {
            case PREFILL -> prefillLimit(machine, cost);
            case DECODE, WHOLE -> decodeLimit(machine, cost);
        };
    }

    private Limit prefillLimit(MachineLimits machine, ModelCost cost) {
        double memory = promptTokens * machine.memoryStepsPerSecond(cost, 1, promptTokens);
        return Limit.tighter(memory, machine.prefillTokensPerSecond(cost, promptTokens));
    }

    private Limit decodeLimit(MachineLimits machine, ModelCost cost) {
        double positions = promptTokens + replyTokens / 2.0;
        double memory = streams * machine.memoryStepsPerSecond(cost, streams, positions);
        OptionalDouble compute = machine.decodeTokensPerSecond(cost);
        return Limit.tighter(memory, compute);
    }
}
