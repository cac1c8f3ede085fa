package dev.troupe.store.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/// Work that goes on beside the caller's.
public final class Tasks {
    private Tasks() {}

    /// Waits for its end.
    ///
    /// @throws IOException what the work threw, or an interrupt, which stays set
    public static void await(Future<?> task) throws IOException {
        try {
            task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting");
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case RuntimeException unchecked -> throw unchecked;
                default -> throw new IllegalStateException(e.getCause());
            }
        }
    }
}
