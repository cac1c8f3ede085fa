package dev.troupe.app.server;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C and SIGTERM, as seen by the main thread: it is interrupted, closes what it started, and
/// says so; only then the process ends.
final class StopSignal implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    private final Duration limit;

    /// @param limit how long a stop waits for the worker to close
    StopSignal(Duration limit) {
        this.limit = limit;
    }

    /// @param worker the thread that starts and stops the server
    static StopSignal install(Thread worker) {
        StopSignal signal = new StopSignal(LIMIT);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> signal.stop(worker), "troupe-stop"));
        return signal;
    }

    void stop(Thread worker) {
        asked.countDown();
        worker.interrupt();
        try {
            if (!closed.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("troupe: closing took longer than " + limit.toSeconds() + " s; ending anyway");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns when the process was asked to end.
    void await() {
        try {
            asked.await();
        } catch (InterruptedException e) {
            // The signal itself: the thread goes on to close what it started.
            return;
        }
    }

    boolean isAsked() {
        return asked.getCount() == 0;
    }

    /// Everything is closed.
    @Override
    public void close() {
        closed.countDown();
    }
}
