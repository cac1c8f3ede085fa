package dev.troupe.control.gateway;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/// Pieces of a body from one writing thread to the web server, as fast as the connection takes
/// them. One subscriber. A piece is handed over by whoever comes second: the writer, or the reader
/// that asks for it.
final class PiecePublisher implements Publisher<byte[]> {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Runnable cancelled;
    private Optional<Subscriber<? super byte[]>> subscriber = Optional.empty();
    private Optional<byte[]> waiting = Optional.empty();
    private long wanted;
    private boolean handingOver;
    private boolean complete;
    private boolean closed;

    /// @param cancelled called when the web server wants no more
    PiecePublisher(Runnable cancelled) {
        this.cancelled = cancelled;
    }

    /// What became of a piece.
    enum Fate {
        TAKEN,
        /// The reader is gone.
        CLOSED,
        /// The reader took nothing in time.
        TIMED_OUT
    }

    @Override
    public void subscribe(Subscriber<? super byte[]> reader) {
        boolean first = isFirst(reader);
        reader.onSubscribe(new Asking());
        if (first) {
            handOver();
        } else {
            reader.onError(new IllegalStateException("there can be one subscriber only"));
        }
    }

    private boolean isFirst(Subscriber<? super byte[]> reader) {
        lock.lock();
        try {
            if (subscriber.isPresent()) {
                return false;
            }
            subscriber = Optional.of(reader);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// The reader's side.
    private final class Asking implements Subscription {
        @Override
        public void request(long pieces) {
            lock.lock();
            try {
                wanted = wanted + pieces < 0 ? Long.MAX_VALUE : wanted + pieces;
            } finally {
                lock.unlock();
            }
            handOver();
        }

        @Override
        public void cancel() {
            close();
            cancelled.run();
        }
    }

    /// Offers a piece to the reader and waits until it was taken, at most `timeout`. One that was not
    /// taken is forgotten.
    Fate write(byte[] piece, Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            waiting = Optional.of(piece);
        } finally {
            lock.unlock();
        }
        handOver();
        lock.lockInterruptibly();
        try {
            long leftNanos = timeout.toNanos();
            while (waiting.isPresent() && !closed && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
            if (waiting.isEmpty()) {
                return Fate.TAKEN;
            }
            waiting = Optional.empty();
            return closed ? Fate.CLOSED : Fate.TIMED_OUT;
        } finally {
            lock.unlock();
        }
    }

    /// The true end of the body.
    void complete() {
        lock.lock();
        try {
            complete = true;
        } finally {
            lock.unlock();
        }
        handOver();
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// One thread at a time talks to the subscriber, and never while it holds the lock.
    private void handOver() {
        Optional<Runnable> word = nextWord();
        while (word.isPresent()) {
            say(word.get());
            word = nextWord();
        }
    }

    /// A reader that throws, for example because its event loop has stopped, hears nothing more, and
    /// nobody waits for it.
    private void say(Runnable word) {
        boolean heard = false;
        try {
            word.run();
            heard = true;
        } finally {
            if (!heard) {
                close();
            }
            said();
        }
    }

    private Optional<Runnable> nextWord() {
        lock.lock();
        try {
            if (subscriber.isEmpty() || handingOver || closed) {
                return Optional.empty();
            }
            Subscriber<? super byte[]> reader = subscriber.get();
            if (waiting.isPresent() && wanted > 0) {
                byte[] piece = waiting.get();
                waiting = Optional.empty();
                wanted--;
                handingOver = true;
                changed.signal();
                return Optional.of(() -> reader.onNext(piece));
            }
            if (waiting.isEmpty() && complete) {
                closed = true;
                handingOver = true;
                return Optional.of(reader::onComplete);
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private void said() {
        lock.lock();
        try {
            handingOver = false;
        } finally {
            lock.unlock();
        }
    }
}
