package dev.troupe.store.text;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// A few platform threads for encoding long texts, which would hold the carrier of a virtual thread. Callers wait for
/// their result on their own thread. Safe to use from any thread.
public final class EncodingPool implements AutoCloseable {
    private final ThreadPoolExecutor executor;
    private final int waiting;

    /// @param threads at least 1
    /// @param waiting calls that may wait for a thread, at least 1; one more is refused
    public EncodingPool(int threads, int waiting) {
        if (threads < 1 || waiting < 1) {
            throw new IllegalArgumentException("an encoding pool needs at least 1 thread and room for 1 waiting call");
        }
        this.waiting = waiting;
        this.executor = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(waiting),
                Thread.ofPlatform().daemon().name("encoding-", 1).factory());
    }

    /// Runs `work` on one of the pool's threads and gives its result.
    ///
    /// @throws ServingException `OVERLOADED` when too many calls wait, `SHUTTING_DOWN` when the
    ///     pool is closed, `CANCELLED` when the caller is interrupted, or what `work` throws
    public <T> T call(Callable<T> work) {
        Future<T> result = submit(work);
        try {
            return result.get();
        } catch (InterruptedException e) {
            result.cancel(true);
            Thread.currentThread().interrupt();
            throw ServingException.causedBy(ErrorCode.CANCELLED, "interrupted while a text was encoded", e);
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case ServingException known -> known;
                case RuntimeException other -> other;
                default -> new IllegalStateException("encoding failed", e.getCause());
            };
        } catch (CancellationException e) {
            throw ServingException.causedBy(ErrorCode.SHUTTING_DOWN, "the encoding pool was closed", e);
        }
    }

    /// Lets running calls end and refuses waiting ones.
    @Override
    public void close() {
        for (Runnable dropped : executor.shutdownNow()) {
            if (dropped instanceof Future<?> future) {
                future.cancel(false);
            }
        }
    }

    private <T> Future<T> submit(Callable<T> work) {
        try {
            return executor.submit(work);
        } catch (RejectedExecutionException e) {
            if (executor.isShutdown()) {
                throw ServingException.causedBy(ErrorCode.SHUTTING_DOWN, "the encoding pool is closed", e);
            }
            throw ServingException.causedBy(
                    ErrorCode.OVERLOADED, "more than " + waiting + " texts are waiting to be encoded", e);
        }
    }
}
