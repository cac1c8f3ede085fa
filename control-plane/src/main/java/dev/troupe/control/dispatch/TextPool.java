package dev.troupe.control.dispatch;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Named platform threads for work on text: native tokenizers hold the thread that calls them.
/// Over its queue's length it refuses.
final class TextPool implements AutoCloseable {
    private final ThreadPoolExecutor executor;

    TextPool(int threads, int maxWaiting) {
        this.executor = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxWaiting),
                Thread.ofPlatform().name("text-", 1).daemon().factory());
    }

    /// @throws ServingException what `work` threw, or `OVERLOADED` when too much waits
    <T> T call(Callable<T> work) {
        Future<T> future;
        try {
            future = executor.submit(work);
        } catch (RejectedExecutionException e) {
            throw ServingException.causedBy(
                    ErrorCode.OVERLOADED,
                    executor.getQueue().size() + " requests wait for their tokens to be counted; no more may",
                    e);
        }
        return result(future);
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw ServingException.causedBy(ErrorCode.SHUTTING_DOWN, "the gateway is shutting down", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("work on text failed", e.getCause());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
