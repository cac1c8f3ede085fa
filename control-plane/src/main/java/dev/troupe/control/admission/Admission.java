package dev.troupe.control.admission;

import dev.troupe.control.admission.AdmissionDecider.Decision;
import dev.troupe.control.limits.OverloadLimits;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.node.NodeSnapshot.Load;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// Counts the replies in the making. Over the limit it refuses at once: nobody waits here.
public final class Admission {
    private final int most;
    private final AdmissionDecider decider;
    private final Consumer<RefusalReason> refused;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReplyPace pace;
    private final ReturnQueue returning;

    /// @param most replies made at once
    /// @param refused hears of every refusal
    public Admission(int most, OverloadLimits limits, Consumer<RefusalReason> refused, LongSupplier nanoTime) {
        this.most = most;
        this.decider = new AdmissionDecider(most, limits);
        this.refused = refused;
        this.nanoTime = nanoTime;
        this.pace = new ReplyPace(limits.rateWindow());
        this.returning = new ReturnQueue(limits.maxRetryAfter(), nanoTime.getAsLong());
    }

    /// Says early that a request cannot come in: before anything of it was read.
    ///
    /// @throws ServingException `OVERLOADED` when not even one reply fits now
    public void check(Ask ask, Load node) {
        lock.lock();
        try {
            decide(new Ask(1, ask.deadline()), node);
        } finally {
            lock.unlock();
        }
    }

    /// @return closed once the replies have ended; closing twice is the same as once
    /// @throws ServingException `OVERLOADED` when they do not fit now, `INVALID_REQUEST` when never
    public Permit acquire(Ask ask, Load node) {
        if (ask.replies() > most) {
            throw ServingException.of(
                    ErrorCode.INVALID_REQUEST,
                    "n",
                    "prompts and n ask for " + ask.replies() + " replies; at most " + most + " are made at once");
        }
        lock.lock();
        try {
            decide(ask, node);
            long now = nanoTime.getAsLong();
            pace.started(ask.replies(), now);
            return new Permit(ask.replies(), now);
        } finally {
            lock.unlock();
        }
    }

    private void decide(Ask ask, Load node) {
        AdmissionView view = new AdmissionView(
                pace.live(), node.runningSequences(), node.waitingSequences(), pace.measured(nanoTime.getAsLong()));
        if (decider.decide(view, ask) instanceof Decision.Refuse(RefusalReason reason, String message)) {
            refused.accept(reason);
            throw ServingException.of(ErrorCode.OVERLOADED, message);
        }
    }

    /// When a client that is refused now may come back: behind those that were refused before it.
    public Duration retryAfter() {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            Duration step = pace.measured(now)
                    .map(measured -> measured.timeFor(1, pace.live()))
                    .orElse(Duration.ZERO);
            return returning.enter(step, now);
        } finally {
            lock.unlock();
        }
    }

    /// Room for a request's replies, until it is given back; giving it back twice is the same as
    /// once.
    public final class Permit implements AutoCloseable {
        private final int replies;
        private final long startedNanos;
        private boolean open = true;

        private Permit(int replies, long startedNanos) {
            this.replies = replies;
            this.startedNanos = startedNanos;
        }

        /// The replies have ended.
        @Override
        public void close() {
            giveBack(now -> pace.ended(replies, Duration.ofNanos(now - startedNanos), now));
        }

        /// The replies were never begun.
        public void withdraw() {
            giveBack(now -> pace.withdrawn(replies, now));
        }

        private void giveBack(LongConsumer count) {
            lock.lock();
            try {
                if (!open) {
                    return;
                }
                open = false;
                long now = nanoTime.getAsLong();
                count.accept(now);
                if (pace.live() <= most / 2) {
                    returning.clear(now);
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
