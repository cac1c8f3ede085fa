package dev.troupe.control.dispatch;

import dev.troupe.control.admission.Admission.Permit;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.plan.ReplyPlan;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.NodeClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Every reply in the making, so that none outlives the gateway. Safe to use from any thread.
final class LiveReplies {
    private final NodeClient node;
    private final StreamLimits limits;
    private final GatewayMetrics metrics;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Entry> live = new HashSet<>();
    private boolean closed;

    LiveReplies(NodeClient node, StreamLimits limits, GatewayMetrics metrics, LongSupplier nanoTime) {
        this.node = node;
        this.limits = limits;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    /// Identity of one reply while it lives.
    private static final class Entry {
        private final Digest model;
        private ReplyRun run;

        private Entry(Digest model) {
            this.model = model;
        }
    }

    /// @param permit given back when the reply has ended, or when it cannot be started
    ReplyRun start(ReplyPlan plan, Permit permit) {
        Entry entry = new Entry(plan.model().digest());
        try {
            ReplyTimes times = new ReplyTimes(metrics, nanoTime);
            entry.run = ReplyRun.start(node, plan, limits, times, () -> {
                permit.close();
                remove(entry);
            });
        } catch (RuntimeException | Error e) {
            permit.withdraw();
            throw e;
        }
        metrics.promptTokens(plan.promptTokens());
        add(entry);
        return entry.run;
    }

    /// @throws ServingException `SHUTTING_DOWN` once {@link #close} was called
    void checkOpen() {
        lock.lock();
        try {
            if (closed) {
                throw ServingException.of(ErrorCode.SHUTTING_DOWN, "the gateway is shutting down");
            }
        } finally {
            lock.unlock();
        }
    }

    /// Replies of one model that are in the making.
    int running(Digest model) {
        lock.lock();
        try {
            return (int)
                    live.stream().filter(entry -> entry.model.equals(model)).count();
        } finally {
            lock.unlock();
        }
    }

    private void add(Entry entry) {
        lock.lock();
        try {
            live.add(entry);
            if (closed) {
                entry.run.shutDown();
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove(Entry entry) {
        lock.lock();
        try {
            live.remove(entry);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Ends all replies and waits for their threads, at most `timeout`.
    void close(Duration timeout) {
        lock.lock();
        try {
            closed = true;
            live.forEach(entry -> entry.run.shutDown());
            long leftNanos = timeout.toNanos();
            while (!live.isEmpty() && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
            live.forEach(entry -> entry.run.clientGone());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
