package dev.troupe.cli.push;

import dev.troupe.cli.CliContext;
import java.util.Locale;
import java.util.function.LongSupplier;

/// One line on standard error that says how far something is. People see it move; where nobody
/// watches, it is written once when the work is done.
final class ProgressBar {
    private static final int WIDTH = 24;
    private static final long QUIET_NANOS = 100_000_000L;
    private static final double MIB = 1 << 20;
    private static final double NANOS_PER_SECOND = 1e9;

    private final CliContext context;
    private final String label;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private long lastNanos;

    ProgressBar(CliContext context, String label, LongSupplier nanoClock) {
        this.context = context;
        this.label = label;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.lastNanos = startNanos - QUIET_NANOS;
    }

    void bytes(long done, long total) {
        long now = nanoClock.getAsLong();
        if (now - lastNanos >= QUIET_NANOS || done == total) {
            double seconds = Math.max(1e-9, (now - startNanos) / NANOS_PER_SECOND);
            show(
                    share(done, total),
                    String.format(
                            Locale.ROOT, "%.0f of %.0f MiB, %.0f MiB/s", done / MIB, total / MIB, done / MIB / seconds),
                    now);
        }
    }

    void share(double done) {
        long now = nanoClock.getAsLong();
        if (now - lastNanos >= QUIET_NANOS) {
            show(done, "", now);
        }
    }

    private void show(double share, String detail, long now) {
        lastNanos = now;
        if (context.terminal()) {
            context.err().print("\r" + line(share, detail) + "\u001b[K");
            context.err().flush();
        }
    }

    /// The last word; the line is finished.
    void done(String detail) {
        context.err()
                .println((context.terminal() ? "\r" : "") + line(1, detail) + (context.terminal() ? "\u001b[K" : ""));
    }

    private static double share(long done, long total) {
        return total == 0 ? 1 : (double) done / total;
    }

    private String line(double share, String detail) {
        int full = (int) Math.round(Math.clamp(share, 0, 1) * WIDTH);
        String bar = "#".repeat(full) + ".".repeat(WIDTH - full);
        return String.format(Locale.ROOT, "%-10s [%s] %3.0f%% %s", label, bar, share * 100, detail)
                .stripTrailing();
    }
}
