package dev.troupe.kernel.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/// Counts ops and their time. One thread at a time counts, any may read; a reader may see an op whose
/// time is not booked yet.
public final class OpClock {
    private final AtomicLongArray calls = new AtomicLongArray(OpKind.values().length);
    private final AtomicLongArray nanos = new AtomicLongArray(OpKind.values().length);
    private final AtomicLongArray waits = new AtomicLongArray(OpKind.values().length);

    /// Books one call that began at `startNanos` of {@link System#nanoTime} and ends now.
    ///
    /// @param waitNanos of it in which the caller waited for other threads
    public void count(OpKind kind, long startNanos, long waitNanos) {
        add(calls, kind, 1);
        add(waits, kind, waitNanos);
        add(nanos, kind, System.nanoTime() - startNanos);
    }

    public OpTimes times() {
        List<OpTimes.Entry> entries = new ArrayList<>();
        for (OpKind kind : OpKind.values()) {
            int i = kind.ordinal();
            if (calls.get(i) > 0) {
                entries.add(new OpTimes.Entry(kind, calls.get(i), nanos.get(i), Math.min(waits.get(i), nanos.get(i))));
            }
        }
        return new OpTimes(entries);
    }

    private static void add(AtomicLongArray totals, OpKind kind, long amount) {
        totals.lazySet(kind.ordinal(), totals.get(kind.ordinal()) + amount);
    }
}
