package dev.troupe.bench.workload;

/// How a client behaves. It must not change one bit of the reply.
public sealed interface Caller {
    /// Credits everything at once and reads to the end.
    record Patient() implements Caller {}

    /// Credits `grant` tokens, and as many again whenever these have arrived.
    record Dribbling(int grant) implements Caller {}

    /// Goes away after `tokens` tokens. With less credit than the request could use, the reply
    /// cannot end before.
    record Leaving(int tokens, int credit) implements Caller {}

    /// Goes away after `runs` runs of prompt scores, while the prompt is still being computed.
    record LeavingInPrefill(int runs) implements Caller {}

    /// Goes away after this time, wherever the request is then.
    record LeavingAfter(int micros) implements Caller {}

    default boolean leaves() {
        return !(this instanceof Patient || this instanceof Dribbling);
    }
}
