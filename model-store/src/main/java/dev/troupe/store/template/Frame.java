package dev.troupe.store.template;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The variables that can be seen at one place of a running template: its own and, through its
/// parent, those around it. Belongs to one render on one thread.
final class Frame {
    private final Optional<Frame> parent;
    private final Budget budget;
    private final Map<String, Value> variables = new HashMap<>();

    private Frame(Optional<Frame> parent, Budget budget) {
        this.parent = parent;
        this.budget = budget;
    }

    static Frame root(Map<String, Value> globals, Budget budget) {
        Frame frame = new Frame(Optional.empty(), budget);
        frame.variables.putAll(globals);
        return frame;
    }

    Frame child() {
        return new Frame(Optional.of(this), budget);
    }

    Budget budget() {
        return budget;
    }

    Optional<Value> lookup(String name) {
        Optional<Frame> frame = Optional.of(this);
        while (frame.isPresent()) {
            Value value = frame.get().variables.get(name);
            if (value != null) {
                return Optional.of(value);
            }
            frame = frame.get().parent;
        }
        return Optional.empty();
    }

    void set(String name, Value value) {
        variables.put(name, value);
    }

    Value evaluate(Expr expr) {
        budget.step();
        budget.enter();
        Value value = expr.evaluate(this);
        budget.leave();
        return value;
    }

    /// An empty text that charges this render.
    TextBuilder text() {
        return new TextBuilder(budget);
    }
}
