package dev.troupe.control.dispatch;

import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenSink;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Where a reply's events wait for its thread. Bounded: a node that sends more than it was credited
/// finds the inbox overflowing, which ends the reply. Safe to use from any thread.
final class EventInbox {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Arrival.Event> events = new ArrayDeque<>();
    private final int maxEvents;
    private Optional<StopCause> stopped = Optional.empty();

    EventInbox(int maxEvents) {
        this.maxEvents = maxEvents;
    }

    /// What a reply's thread hears.
    sealed interface Arrival {
        record Event(int choice, TokenEvent event) implements Arrival {}

        /// Nothing came in time.
        record Silence() implements Arrival {}

        /// The reply is to end now.
        record Stopped(StopCause cause) implements Arrival {}
    }

    /// Why a reply ends before its events do.
    enum StopCause {
        CLIENT_GONE,
        /// It took nothing for too long.
        CLIENT_STALLED,
        SHUTTING_DOWN,
        /// The node sent more than it was credited.
        OVERFLOW
    }

    TokenSink sink(int choice) {
        return event -> offer(new Arrival.Event(choice, event));
    }

    private void offer(Arrival.Event event) {
        lock.lock();
        try {
            if (stopped.isPresent()) {
                return;
            }
            if (events.size() >= maxEvents) {
                stopped = Optional.of(StopCause.OVERFLOW);
            } else {
                events.add(event);
            }
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// The first cause stays. What still waits is not looked at any more.
    void stop(StopCause cause) {
        lock.lock();
        try {
            if (stopped.isEmpty()) {
                stopped = Optional.of(cause);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isStopped() {
        return stopCause().isPresent();
    }

    Optional<StopCause> stopCause() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /// What is there now; a stop goes before events.
    Optional<Arrival> poll() {
        lock.lock();
        try {
            if (stopped.isPresent()) {
                return Optional.of(new Arrival.Stopped(stopped.get()));
            }
            return Optional.ofNullable(events.poll());
        } finally {
            lock.unlock();
        }
    }

    /// Waits for an event, at most `timeout`.
    Arrival take(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = timeout.toNanos();
            while (stopped.isEmpty() && events.isEmpty() && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
            if (stopped.isPresent()) {
                return new Arrival.Stopped(stopped.get());
            }
            return events.isEmpty() ? new Arrival.Silence() : events.remove();
        } finally {
            lock.unlock();
        }
    }
}
