package dev.troupe.control.dispatch;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// Counts the replies in the making. Over the limit it refuses at once: nobody waits here.
final class Admission {
    private final int most;
    private final Semaphore free;

    Admission(int most) {
        this.most = most;
        this.free = new Semaphore(most);
    }

    /// @return closed once the replies have ended; closing twice is the same as once
    /// @throws ServingException `OVERLOADED` when they do not fit now, `INVALID_REQUEST` when never
    Permit acquire(int replies) {
        if (replies > most) {
            throw ServingException.of(
                    ErrorCode.INVALID_REQUEST,
                    "prompt",
                    "prompt asks for " + replies + " replies; at most " + most + " are made at once");
        }
        if (!free.tryAcquire(replies)) {
            throw ServingException.of(
                    ErrorCode.OVERLOADED,
                    (most - free.availablePermits()) + " replies are being made and " + replies
                            + " more are asked for; at most " + most + " are made at once");
        }
        AtomicBoolean open = new AtomicBoolean(true);
        return () -> {
            if (open.compareAndSet(true, false)) {
                free.release(replies);
            }
        };
    }

    /// Room for a request's replies.
    @FunctionalInterface
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }
}
