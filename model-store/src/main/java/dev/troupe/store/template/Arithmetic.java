package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;

/// `+ - * / // % **` and `~`, for numbers, texts and lists.
final class Arithmetic {
    private Arithmetic() {}

    enum Operator {
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        DIVIDE("/"),
        FLOOR("//"),
        REMAINDER("%"),
        POWER("**");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }
    }

    record Binary(Operator operator, Expr left, Expr right) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            return apply(operator, frame.evaluate(left), frame.evaluate(right), frame.budget());
        }
    }

    record Negation(Expr operand, boolean negative) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            Value zero = new Scalar.Int(0);
            Operator operator = negative ? Operator.SUBTRACT : Operator.ADD;
            Value value = frame.evaluate(operand);
            if (negative && value instanceof Scalar.Real number) {
                return new Scalar.Real(-number.value());
            }
            return apply(operator, zero, value, frame.budget());
        }
    }

    /// `a ~ b`: the printed forms, joined.
    record Concat(Expr left, Expr right) implements Expr {
        @Override
        public Value evaluate(Frame frame) {
            Text first = Printing.text(frame.evaluate(left), frame.budget());
            Text second = Printing.text(frame.evaluate(right), frame.budget());
            return frame.text().add(first).add(second).build();
        }
    }

    static Value apply(Operator operator, Value left, Value right, Budget budget) {
        requireDefined(left);
        requireDefined(right);
        if (Numbers.whole(left).isPresent() && Numbers.whole(right).isPresent()) {
            return whole(
                    operator,
                    Numbers.whole(left).getAsLong(),
                    Numbers.whole(right).getAsLong());
        }
        if (Numbers.real(left).isPresent() && Numbers.real(right).isPresent()) {
            return new Scalar.Real(real(
                    operator,
                    Numbers.real(left).getAsDouble(),
                    Numbers.real(right).getAsDouble()));
        }
        if (operator == Operator.ADD) {
            return joined(left, right, budget);
        }
        if (operator == Operator.MULTIPLY && Numbers.whole(right).isPresent()) {
            return repeated(left, right, budget);
        }
        if (operator == Operator.MULTIPLY && Numbers.whole(left).isPresent()) {
            return repeated(right, left, budget);
        }
        if (operator == Operator.REMAINDER && left instanceof Text text) {
            return Formatting.percent(text, right, budget);
        }
        throw unfit(operator, left, right);
    }

    private static Value joined(Value left, Value right, Budget budget) {
        if (left instanceof Text a && right instanceof Text b) {
            return new TextBuilder(budget).add(a).add(b).build();
        }
        if (left instanceof ListValue a
                && right instanceof ListValue b
                && a.typeName().equals(b.typeName())) {
            a.placed("joined by +");
            List<Value> all = new ArrayList<>(a.items());
            budget.steps(a.items().size());
            all.addAll(b.items());
            return a.isTuple() ? ListValue.tuple(all, budget) : ListValue.of(all, budget);
        }
        throw unfit(Operator.ADD, left, right);
    }

    private static Value repeated(Value value, Value count, Budget budget) {
        int times = Math.max(0, Numbers.toInt(count, "the number of repetitions"));
        if (value instanceof Text text) {
            budget.expectChars(text.length(), times);
            TextBuilder out = new TextBuilder(budget);
            for (int i = 0; i < times && !text.isEmpty(); i++) {
                out.add(text);
            }
            return out.build();
        }
        if (value instanceof ListValue list) {
            List<Value> all = new ArrayList<>();
            for (int i = 0; i < times && !list.items().isEmpty(); i++) {
                budget.steps(list.items().size());
                all.addAll(list.placed("repeated"));
            }
            return list.isTuple() ? ListValue.tuple(all, budget) : ListValue.of(all, budget);
        }
        throw unfit(Operator.MULTIPLY, value, count);
    }

    private static Value whole(Operator operator, long left, long right) {
        try {
            return switch (operator) {
                case ADD -> new Scalar.Int(Math.addExact(left, right));
                case SUBTRACT -> new Scalar.Int(Math.subtractExact(left, right));
                case MULTIPLY -> new Scalar.Int(Math.multiplyExact(left, right));
                case FLOOR -> new Scalar.Int(Math.floorDivExact(left, right));
                case REMAINDER -> new Scalar.Int(Math.floorMod(left, right));
                case POWER ->
                    right >= 0 ? new Scalar.Int(power(left, right)) : new Scalar.Real(real(operator, left, right));
                case DIVIDE -> new Scalar.Real(real(operator, left, right));
            };
        } catch (ArithmeticException e) {
            throw new TemplateFault(right == 0 ? "divides by zero" : "computes an integer of more than 64 bits");
        }
    }

    private static long power(long base, long exponent) {
        long result = 1;
        if (base == 0 || base == 1) {
            return exponent == 0 ? 1 : base;
        }
        if (base == -1) {
            return exponent % 2 == 0 ? 1 : -1;
        }
        for (long i = 0; i < exponent; i++) {
            result = Math.multiplyExact(result, base);
        }
        return result;
    }

    private static double real(Operator operator, double left, double right) {
        boolean divides = operator == Operator.DIVIDE || operator == Operator.FLOOR || operator == Operator.REMAINDER;
        if (divides && right == 0) {
            throw new TemplateFault("divides by zero");
        }
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case FLOOR -> Math.floor(left / right);
            case REMAINDER -> left - right * Math.floor(left / right);
            case POWER -> Math.pow(left, right);
        };
    }

    private static void requireDefined(Value value) {
        if (value instanceof Scalar.Undefined undefined) {
            throw undefined.fault();
        }
    }

    private static TemplateFault unfit(Operator operator, Value left, Value right) {
        return new TemplateFault(
                "'" + operator.sign + "' does not go with a " + left.typeName() + " and a " + right.typeName());
    }
}
