package dev.troupe.node.model;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.util.Optional;

/// What part of a model may run already. Gate 0 is the embedding, gate `n + 1` is layer `n`, the last
/// one is output norm and head. Gates open in order and never close. Safe to use from any thread.
public final class LayerGates {
    private final int count;
    private final Runnable changed;
    private volatile int open;
    private volatile Optional<String> failure = Optional.empty();

    /// @param layers of the model, at least 1
    /// @param changed called after each change, on the thread that made it
    public LayerGates(int layers, Runnable changed) {
        this.count = layers + 2;
        this.changed = changed;
    }

    public int count() {
        return count;
    }

    public int openCount() {
        return open;
    }

    /// Opens all gates below `gates`; those that are open stay so.
    ///
    /// @param gates `0..count`
    public synchronized void openUpTo(int gates) {
        if (gates > count) {
            throw new IllegalArgumentException("gate " + gates + " of " + count);
        }
        if (gates > open) {
            open = gates;
            changed.run();
        }
    }

    /// The rest will never open.
    public synchronized void fail(String reason) {
        if (failure.isEmpty()) {
            failure = Optional.of(reason);
            changed.run();
        }
    }

    /// Whether the gate may be passed.
    ///
    /// @throws ServingException `MODEL_UNAVAILABLE` when the load failed
    public boolean isOpen(int gate) {
        if (failure.isPresent()) {
            throw ServingException.of(ErrorCode.MODEL_UNAVAILABLE, failure.get());
        }
        return gate < open;
    }
}
