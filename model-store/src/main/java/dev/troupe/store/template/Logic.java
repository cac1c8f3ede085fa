package dev.troupe.store.template;

import java.util.List;

/// Nodes that decide: `and`, `or`, `not`, comparisons.
interface Logic {

    /// Gives one of its operands, not a boolean.
    record And(Expr left, Expr right) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            Value first = frame.evaluate(left);
            return Truth.of(first) ? frame.evaluate(right) : first;
        }
    }

    /// Gives one of its operands, not a boolean.
    record Or(Expr left, Expr right) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            Value first = frame.evaluate(left);
            return Truth.of(first) ? first : frame.evaluate(right);
        }
    }

    record Not(Expr operand) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return Scalar.Bool.of(!Truth.of(frame.evaluate(operand)));
        }
    }

    /// `a < b < c`: every neighbouring pair must hold.
    record Comparison(Expr first, List<Part> parts) implements Expr {
        record Part(Relation relation, Expr operand) {}

        @Override
        public Value evaluate(Frame frame) {
            Value left = frame.evaluate(first);
            for (Part part : parts) {
                Value right = frame.evaluate(part.operand());
                if (!part.relation().holds(left, right, frame.budget())) {
                    return Scalar.Bool.FALSE;
                }
                left = right;
            }
            return Scalar.Bool.TRUE;
        }
    }

    enum Relation {
        EQUAL,
        NOT_EQUAL,
        LESS,
        AT_MOST,
        GREATER,
        AT_LEAST,
        IN,
        NOT_IN;

        boolean holds(Value left, Value right, Budget budget) {
            return switch (this) {
                case EQUAL -> Comparing.equal(left, right, budget);
                case NOT_EQUAL -> !Comparing.equal(left, right, budget);
                case LESS -> Comparing.order(left, right, budget) < 0;
                case AT_MOST -> Comparing.order(left, right, budget) <= 0;
                case GREATER -> Comparing.order(left, right, budget) > 0;
                case AT_LEAST -> Comparing.order(left, right, budget) >= 0;
                case IN -> Comparing.contains(right, left, budget);
                case NOT_IN -> !Comparing.contains(right, left, budget);
            };
        }
    }
}
