package dev.troupe.store.template;

/// The account of one render: what it may still do, and where it is.
///
/// Everything that takes time or memory in proportion to a value is charged here first.
final class Budget {
    private final TemplateLimits limits;
    private int steps;
    private long chars;
    private int depth;
    private int line = 1;

    Budget(TemplateLimits limits) {
        this.limits = limits;
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
