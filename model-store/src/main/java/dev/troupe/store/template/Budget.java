package dev.troupe.store.template;

import java.util.function.LongSupplier;

/// The account of one render: what it may still do, and where it is.
///
/// Everything that takes time or memory in proportion to a value is charged here first.
final class Budget {
    /// So much work goes by between two looks at the clock.
    private static final int UNCLOCKED_WORK = 20_000;

    private final TemplateLimits limits;
    private final LongSupplier nanoseconds;
    private final long begun;
    private long unclocked;
    private int steps;
    private long chars;
    private int depth;
    private int line = 1;

    /// @param nanoseconds a clock that only runs forward, with any zero
    Budget(TemplateLimits limits, LongSupplier nanoseconds) {
        this.limits = limits;
        this.nanoseconds = nanoseconds;
        this.begun = nanoseconds.getAsLong();
    }

    TemplateLimits limits() {
        return limits;
    }

    int line() {
        return line;
    }

    void at(int newLine) {
        line = newLine;
    }

    void step() {
        steps(1);
    }

    void steps(int count) {
        if (count > limits.steps() - steps) {
            throw new TemplateFault("takes more than " + limits.steps() + " steps");
        }
        steps += count;
        clock(count);
    }

    /// Charges `count` values that are about to be made: each takes as much memory as some nodes
    /// take time.
    void values(int count) {
        steps((int) Math.min(Integer.MAX_VALUE, 4L * count));
    }

    /// Charges `count` characters that are about to be built or searched.
    void chars(long count) {
        if (count > limits.workChars() - chars) {
            throw new TemplateFault("builds more than " + limits.workChars() + " characters");
        }
        chars += count;
        clock((count >> 4) + 1);
    }

    /// Refuses at once what {@link #chars} would refuse on the way.
    void expectChars(long length, long times) {
        if (length > 0 && times > (limits.workChars() - chars) / length) {
            throw new TemplateFault("builds more than " + limits.workChars() + " characters");
        }
    }

    private void clock(long work) {
        unclocked += work;
        if (unclocked > UNCLOCKED_WORK) {
            unclocked = 0;
            if (nanoseconds.getAsLong() - begun > limits.time().toNanos()) {
                throw new TemplateFault("takes more than " + limits.time().toMillis() + " ms");
            }
        }
    }

    void enter() {
        if (depth == limits.depth()) {
            throw new TemplateFault("nests deeper than " + limits.depth());
        }
        depth++;
    }

    void leave() {
        depth--;
    }
}
