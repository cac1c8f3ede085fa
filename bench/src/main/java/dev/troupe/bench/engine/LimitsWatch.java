package dev.troupe.bench.engine;

import dev.troupe.bench.speed.MachineLimits;

/// The machine's limits, measured several times in a run: other work can only lower a measurement, so
/// the largest counts.
final class LimitsWatch {
    private final int threads;
    private MachineLimits best;

    LimitsWatch(int threads) {
        this.threads = threads;
        this.best = MachineLimits.measure(threads, true);
    }

    /// The largest so far, this measurement included.
    MachineLimits measureAgain() {
        best = best.orBetter(MachineLimits.measure(threads, true));
        return best;
    }
}
