package dev.troupe.store.template;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Equality and order as in Python.
final class Comparing {
    private Comparing() {}

    static boolean equal(Value left, Value right, Budget budget) {
        budget.step();
        OptionalDouble a = Numbers.real(left);
        OptionalDouble b = Numbers.real(right);
        if (a.isPresent() && b.isPresent()) {
            return numbersEqual(left, right);
        }
        return switch (left) {
            case Text text -> right instanceof Text other && textsEqual(text, other, budget);
            case ListValue list ->
                right instanceof ListValue other
                        && list.typeName().equals(other.typeName())
                        && listsEqual(list.items(), other.items(), budget);
            case DictValue dict -> right instanceof DictValue other && dictsEqual(dict, other, budget);
            case Scalar.Undefined _ -> right instanceof Scalar.Undefined;
            case Scalar.None _ -> right instanceof Scalar.None;
            default -> same(left, right);
        };
    }

    /// One and the same object: functions, loops and namespaces are equal to nothing else.
    @SuppressWarnings("ReferenceEquality")
    static boolean same(Value left, Value right) {
        return left == right;
    }

    /// Negative, zero or positive, as `left` is below, at or above `right`.
    static int order(Value left, Value right, Budget budget) {
        budget.step();
        if (left instanceof Text a && right instanceof Text b) {
            budget.chars(Math.min(a.length(), b.length()));
            return compareCodePoints(a.chars(), b.chars());
        }
        OptionalDouble a = Numbers.real(left);
        OptionalDouble b = Numbers.real(right);
        if (a.isPresent() && b.isPresent()) {
            return orderNumbers(left, right);
        }
        if (left instanceof ListValue x && right instanceof ListValue y) {
            return orderLists(x.items(), y.items(), budget);
        }
        throw new TemplateFault("a " + left.typeName() + " and a " + right.typeName() + " have no order");
    }

    static boolean contains(Value whole, Value part, Budget budget) {
        return switch (whole) {
            case Text text -> {
                if (!(part instanceof Text wanted)) {
                    throw new TemplateFault("only a str can be in a str, not a " + part.typeName());
                }
                budget.chars((long) text.length() + wanted.length());
                yield Search.contains(text.chars(), wanted.chars());
            }
            case DictValue dict -> dict.get(part).isPresent();
            default -> Iterating.over(whole, budget).stream().anyMatch(item -> equal(item, part, budget));
        };
    }

    static int compareCodePoints(String a, String b) {
        Iterator<Integer> left = a.codePoints().iterator();
        Iterator<Integer> right = b.codePoints().iterator();
        while (left.hasNext() && right.hasNext()) {
            int order = Integer.compare(left.next(), right.next());
            if (order != 0) {
                return order;
            }
        }
        return Boolean.compare(left.hasNext(), right.hasNext());
    }

    private static boolean textsEqual(Text left, Text right, Budget budget) {
        if (left.length() != right.length()) {
            return false;
        }
        budget.chars(left.length());
        return left.equals(right);
    }

    private static boolean numbersEqual(Value left, Value right) {
        if (Numbers.whole(left).isPresent() && Numbers.whole(right).isPresent()) {
            return Numbers.whole(left).getAsLong() == Numbers.whole(right).getAsLong();
        }
        double a = Numbers.real(left).getAsDouble();
        double b = Numbers.real(right).getAsDouble();
        return a == b && orderNumbers(left, right) == 0;
    }

    /// Exact, also between an integer and a float that rounds to it: sorting relies on one order.
    private static int orderNumbers(Value left, Value right) {
        double a = Numbers.real(left).getAsDouble();
        double b = Numbers.real(right).getAsDouble();
        if (Double.isNaN(a) || Double.isNaN(b)) {
            throw new TemplateFault("nan has no order");
        }
        if (Double.isInfinite(a) || Double.isInfinite(b)) {
            return Double.compare(a, b);
        }
        return exact(left).compareTo(exact(right));
    }

    private static BigDecimal exact(Value number) {
        OptionalLong whole = Numbers.whole(number);
        return whole.isPresent()
                ? BigDecimal.valueOf(whole.getAsLong())
                : new BigDecimal(Numbers.real(number).getAsDouble());
    }

    private static boolean listsEqual(List<Value> left, List<Value> right, Budget budget) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i), budget)) {
                return false;
            }
        }
        return true;
    }

    private static boolean dictsEqual(DictValue left, DictValue right, Budget budget) {
        if (left.size() != right.size()) {
            return false;
        }
        for (DictValue.Entry entry : left.entries()) {
            Optional<Value> other = right.get(entry.key());
            if (other.isEmpty() || !equal(entry.value(), other.get(), budget)) {
                return false;
            }
        }
        return true;
    }

    private static int orderLists(List<Value> left, List<Value> right, Budget budget) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            if (!equal(left.get(i), right.get(i), budget)) {
                return order(left.get(i), right.get(i), budget);
            }
        }
        return Integer.compare(left.size(), right.size());
    }
}
