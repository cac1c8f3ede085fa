package dev.troupe.control.dispatch;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// How many pieces a reader is ready to take. Safe to use from any thread.
public final class Demand {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long pieces;
    private boolean closed;

    /// Answer to a writer.
    public enum Grant {
        /// One piece may be written.
        GRANTED,
        /// The reader is gone.
        CLOSED,
        /// The reader took nothing in time.
        TIMED_OUT
    }

    /// @param more above 0; sums above what a long holds count as endless
    public void add(long more) {
        lock.lock();
        try {
            pieces = pieces + more < 0 ? Long.MAX_VALUE : pieces + more;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until one piece may be written, at most `timeout`.
    public Grant take(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = timeout.toNanos();
            while (!closed && pieces == 0 && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
            if (closed) {
                return Grant.CLOSED;
            }
            if (pieces == 0) {
                return Grant.TIMED_OUT;
            }
            pieces--;
            return Grant.GRANTED;
        } finally {
            lock.unlock();
        }
    }
}
