package dev.troupe.node.engine;

import dev.troupe.protocol.generate.TokenStream;
import java.util.concurrent.atomic.AtomicLong;

/// What the reader of a stream wants: the part of a sequence that other threads may touch.
final class Demand implements TokenStream {
    private final AtomicLong credit;
    private final Runnable wake;
    private volatile boolean cancelled;

    /// @param wake tells the engine that something changed
    Demand(int initialCredit, Runnable wake) {
        checkPositive("initialCredit", initialCredit);
        this.credit = new AtomicLong(initialCredit);
        this.wake = wake;
    }

    @Override
    public void credit(int tokens) {
        checkPositive("credit", tokens);
        credit.addAndGet(tokens);
        wake.run();
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake.run();
    }

    /// Tokens that may be sent now.
    int credit() {
        return (int) Math.clamp(credit.get(), 0, Integer.MAX_VALUE);
    }

    boolean hasCredit() {
        return credit.get() > 0;
    }

    void spend() {
        credit.decrementAndGet();
    }

    boolean isCancelled() {
        return cancelled;
    }

    private static void checkPositive(String field, int tokens) {
        if (tokens < 1) {
            throw new IllegalArgumentException(field + " is " + tokens + "; the least is 1");
        }
    }
}
