package dev.troupe.store.template;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node that gives a value. Nodes are immutable; a template may be rendered by many threads.
///
/// Call {@link Frame#evaluate} rather than `evaluate`: it counts steps and depth.
interface Expr {
    Value evaluate(Frame frame);

    record Literal(Value value) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return value;
        }
    }

    record Name(String name) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return frame.lookup(name).orElseGet(() -> new Scalar.Undefined("'" + name + "'"));
        }
    }

    /// `condition` chooses; without `otherwise` a false condition gives undefined.
    record Conditional(Expr condition, Expr then, Optional<Expr> otherwise) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            if (Truth.of(frame.evaluate(condition))) {
                return frame.evaluate(then);
            }
            return otherwise
                    .map(frame::evaluate)
                    .orElseGet(() -> new Scalar.Undefined("the value of an 'if' without 'else'"));
        }
    }

    record Call(Expr callee, CallArguments arguments) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            Value function = frame.evaluate(callee);
            return Calling.call(function, arguments.evaluate(frame), frame);
        }
    }

    record Filtered(Expr input, String name, CallArguments arguments) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return Filters.apply(name, frame.evaluate(input), arguments.evaluate(frame), frame);
        }
    }

    record Tested(Expr input, String name, CallArguments arguments) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return Scalar.Bool.of(Tests.holds(name, frame.evaluate(input), arguments.evaluate(frame), frame));
        }
    }

    record Listing(List<Expr> items, boolean tuple) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            List<Value> values = items.stream().map(frame::evaluate).toList();
            return tuple ? ListValue.tuple(values, frame.budget()) : ListValue.of(values, frame.budget());
        }
    }

    record Mapping(List<Map.Entry<Expr, Expr>> pairs) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            List<DictValue.Entry> entries = pairs.stream()
                    .map(pair -> new DictValue.Entry(frame.evaluate(pair.getKey()), frame.evaluate(pair.getValue())))
                    .toList();
            return DictValue.of(entries, frame.budget());
        }
    }
}
