package dev.troupe.control.admission;

import java.time.Duration;
import java.util.Optional;

/// Measures how fast replies end while there are any. What happened long ago counts less and less.
/// Confined to its owner's lock.
final class ReplyPace {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double windowSeconds;
    private int live;
    private long lastNanos;
    private double ends;
    private double busySeconds;
    private double tookSeconds;

    ReplyPace(Duration window) {
        this.windowSeconds = window.toNanos() / NANOS_PER_SECOND;
    }

    /// What was measured.
    ///
    /// @param endsPerSecond above 0, over the time in which there were replies
    /// @param meanSeconds from a reply's start to its end
    record Measured(double endsPerSecond, double meanSeconds) {
        /// Until `replies` have ended when `together` are in the making. The rate so far may be that
        /// of few; many together end at least as often as their number and their mean time say.
        Duration timeFor(int replies, int together) {
            double rate = Math.max(endsPerSecond, together / Math.max(meanSeconds, 1 / NANOS_PER_SECOND));
            return Duration.ofNanos((long) (replies / rate * NANOS_PER_SECOND));
        }
    }

    int live() {
        return live;
    }

    void started(int replies, long nowNanos) {
        advance(nowNanos);
        live += replies;
    }

    /// They never became replies: they say nothing about the pace.
    void withdrawn(int replies, long nowNanos) {
        advance(nowNanos);
        live -= replies;
    }

    void ended(int replies, Duration took, long nowNanos) {
        advance(nowNanos);
        live -= replies;
        ends += replies;
        tookSeconds += replies * (took.toNanos() / NANOS_PER_SECOND);
    }

    /// Absent before the first end.
    Optional<Measured> measured(long nowNanos) {
        advance(nowNanos);
        if (ends <= 0 || busySeconds <= 0) {
            return Optional.empty();
        }
        return Optional.of(new Measured(ends / busySeconds, tookSeconds / ends));
    }

    private void advance(long nowNanos) {
        double passed = live == 0 ? 0 : (nowNanos - lastNanos) / NANOS_PER_SECOND;
        double kept = Math.exp(-passed / windowSeconds);
        ends *= kept;
        tookSeconds *= kept;
        busySeconds = busySeconds * kept + windowSeconds * (1 - kept);
        lastNanos = nowNanos;
    }
}
