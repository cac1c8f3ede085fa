package dev.troupe.control.admission;

import java.time.Duration;

/// When refused clients may come back: one behind the other, at the pace at which room is made, so
/// that they do not all return at once. Confined to its owner's lock.
final class ReturnQueue {
    private final Duration most;
    private long lastNanos;

    /// @param most nobody is told a longer wait
    ReturnQueue(Duration most, long nowNanos) {
        this.most = most;
        this.lastNanos = nowNanos;
    }

    /// @param step until there is room for this client alone
    Duration enter(Duration step, long nowNanos) {
        long from = Math.max(lastNanos - nowNanos, 0);
        long wait = from + Math.min(step.toNanos(), most.toNanos());
        lastNanos = nowNanos + Math.min(wait, most.toNanos());
        return Duration.ofNanos(lastNanos - nowNanos);
    }

    /// There is room again: who was told to wait need not be waited for.
    void clear(long nowNanos) {
        lastNanos = nowNanos;
    }
}
