package dev.troupe.app;

import dev.troupe.store.ImportProgress;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Says now and then how far an import is: when the packing of a model begins, and every few
/// seconds of a long stage.
final class ImportLines implements ImportProgress {
    private static final long QUIET_NANOS = 5_000_000_000L;
    private static final long PERCENT = 100;
    private static final int MIB_BITS = 20;

    private final String model;
    private final Consumer<String> output;
    private final LongSupplier nanoClock;
    private long lastNanos;
    private boolean copyTold;

    ImportLines(String model, Consumer<String> output, LongSupplier nanoClock) {
        this.model = model;
        this.output = output;
        this.nanoClock = nanoClock;
        this.lastNanos = nanoClock.getAsLong();
    }

    @Override
    public void at(Stage stage, long doneBytes, long totalBytes) {
        long now = nanoClock.getAsLong();
        boolean begins = stage == Stage.COPY && !copyTold;
        if (begins) {
            copyTold = true;
            output.accept("importing " + model + " (" + (totalBytes >> MIB_BITS) + " MiB)");
        } else if (now - lastNanos >= QUIET_NANOS) {
            output.accept("importing " + model + ": " + word(stage) + " " + percent(doneBytes, totalBytes) + "%");
        } else {
            return;
        }
        lastNanos = now;
    }

    private static String word(Stage stage) {
        return switch (stage) {
            case HASH -> "checking";
            case COPY -> "copying";
            case PACK -> "packing";
        };
    }

    private static long percent(long doneBytes, long totalBytes) {
        return totalBytes == 0 ? PERCENT : doneBytes * PERCENT / totalBytes;
    }
}
