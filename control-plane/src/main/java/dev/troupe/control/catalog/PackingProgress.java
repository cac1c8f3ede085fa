package dev.troupe.control.catalog;

import dev.troupe.protocol.LoadProgress;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// How far the packing of a model is. One thread tells, any may look.
public final class PackingProgress {
    private static final double NANOS_PER_SECOND = 1e9;
    /// Before so much is done nothing is predicted.
    private static final double LEAST_SHARE = 0.02;

    private final LongSupplier nanoClock;
    private volatile long startNanos;
    private volatile double share;

    public PackingProgress(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
    }

    /// Its turn has come.
    public void begin() {
        startNanos = nanoClock.getAsLong();
    }

    /// @param done `0..1`
    public void at(double done) {
        share = Math.max(share, Math.clamp(done, 0, 1));
    }

    public LoadProgress now() {
        double done = share;
        double seconds = (nanoClock.getAsLong() - startNanos) / NANOS_PER_SECOND;
        OptionalLong eta = done < LEAST_SHARE
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(1, (long) Math.ceil(seconds / done * (1 - done))));
        return new LoadProgress("packing", done, eta);
    }
}
