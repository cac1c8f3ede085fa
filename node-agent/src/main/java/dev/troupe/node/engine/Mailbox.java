package dev.troupe.node.engine;

import dev.troupe.protocol.ServingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How other threads reach the engine's. What it may hold is bounded by its senders: sequences by
/// the {@link WaitingRoom}, models by how many may be resident. Safe to use from any thread.
final class Mailbox {
    private final List<Message> messages = new ArrayList<>();
    private Optional<ServingException> closed = Optional.empty();
    private boolean woken;

    /// @throws ServingException with the code and words that {@link #close} was given
    synchronized void post(Message message) {
        closed.ifPresent(reason -> {
            throw ServingException.of(reason.code(), reason.getMessage());
        });
        messages.add(message);
        wake();
    }

    /// Makes the current or the next {@link #await} return.
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    synchronized List<Message> drain() {
        List<Message> drained = List.copyOf(messages);
        messages.clear();
        return drained;
    }

    /// Waits until something happened since the last time.
    synchronized void await() throws InterruptedException {
        while (!woken) {
            wait();
        }
        woken = false;
    }

    /// Later posts fail with `reason`; the first reason stays.
    synchronized void close(ServingException reason) {
        if (closed.isEmpty()) {
            closed = Optional.of(reason);
        }
        wake();
    }

    synchronized Optional<ServingException> closed() {
        return closed;
    }
}
