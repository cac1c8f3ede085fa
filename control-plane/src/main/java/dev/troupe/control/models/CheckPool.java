package dev.troupe.control.models;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Two platform threads for reading what strangers bring. Callers wait on their own thread, and not
/// for ever.
final class CheckPool implements AutoCloseable {
    private static final int THREADS = 2;

    private final ThreadPoolExecutor threads;
    private final int waiting;
    private final Duration timeout;

    CheckPool(int waiting, Duration timeout) {
        this.waiting = waiting;
        this.timeout = timeout;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waiting),
                Thread.ofPlatform().daemon().name("model-check-", 1).factory());
    }

    /// @throws ServingException `OVERLOADED`, `SHUTTING_DOWN`, `CANCELLED`, `INVALID_MODEL_FILE` when
    ///     it takes too long, or what `work` throws
    <T> T call(Callable<T> work) {
        Future<T> result = submit(work);
        try {
            return result.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            result.cancel(true);
            throw ServingException.causedBy(
                    ErrorCode.INVALID_MODEL_FILE,
                    "the files could not be checked within " + timeout.toSeconds() + " s, the limit",
                    e);
        } catch (InterruptedException e) {
            result.cancel(true);
            Thread.currentThread().interrupt();
            throw ServingException.causedBy(ErrorCode.CANCELLED, "interrupted while files were checked", e);
        } catch (CancellationException e) {
            throw ServingException.causedBy(ErrorCode.SHUTTING_DOWN, "the gateway is shutting down", e);
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case ServingException known -> known;
                case RuntimeException other -> other;
                default ->
                    ServingException.causedBy(
                            ErrorCode.INTERNAL, "the files could not be kept; the log says how", e.getCause());
            };
        }
    }

    private <T> Future<T> submit(Callable<T> work) {
        try {
            return threads.submit(work);
        } catch (RejectedExecutionException e) {
            throw threads.isShutdown()
                    ? ServingException.causedBy(ErrorCode.SHUTTING_DOWN, "the gateway is shutting down", e)
                    : ServingException.causedBy(
                            ErrorCode.OVERLOADED, "the files of " + waiting + " models wait, as many as may", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
