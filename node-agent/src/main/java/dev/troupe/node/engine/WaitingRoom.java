package dev.troupe.node.engine;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// Bounds how many sequences were handed in and are not yet admitted, those in the mailbox included.
/// Safe to use from any thread.
final class WaitingRoom {
    private final int seats;
    private final Semaphore free;

    WaitingRoom(int seats) {
        this.seats = seats;
        this.free = new Semaphore(seats);
    }

    /// @throws ServingException `OVERLOADED` when every seat is taken
    Seat enter() {
        if (!free.tryAcquire()) {
            throw ServingException.of(
                    ErrorCode.OVERLOADED, seats + " requests wait already and no more may; try again later");
        }
        return new Seat();
    }

    int taken() {
        return seats - free.availablePermits();
    }

    /// A lease on one place. Leaving twice is the same as once.
    final class Seat {
        private final AtomicBoolean left = new AtomicBoolean();

        private Seat() {}

        void leave() {
            if (left.compareAndSet(false, true)) {
                free.release();
            }
        }
    }
}
