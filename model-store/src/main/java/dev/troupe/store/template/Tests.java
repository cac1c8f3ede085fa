package dev.troupe.store.template;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Every test (`value is name`), by name.
final class Tests {
    @FunctionalInterface
    private interface Test {
        boolean holds(Value value, Arguments arguments, Frame frame);
    }

    private static final Map<String, Test> ALL = all();

    private Tests() {}

    static boolean holds(String name, Value value, Arguments arguments, Frame frame) {
        Test test = ALL.get(name);
        if (test == null) {
            throw new TemplateFault("there is no test '" + name + "'");
        }
        return test.holds(value, arguments, frame);
    }

    static boolean exists(String name) {
        return ALL.containsKey(name);
    }

    private static Map<String, Test> all() {
        Map<String, Test> all = new HashMap<>();
        types(all);
        numbers(all);
        for (Logic.Relation relation : Logic.Relation.values()) {
            Test test = (value, args, frame) -> relation.holds(value, args.required(0, "other"), frame.budget());
            names(relation).forEach(name -> all.put(name, test));
        }
        all.put("sameas", (value, args, frame) -> same(value, args.required(0, "other")));
        all.put("filter", (value, _, _) -> value instanceof Text text && Filters.exists(text.chars()));
        all.put("test", (value, _, _) -> value instanceof Text text && exists(text.chars()));
        all.put(
                "upper",
                (value, _, frame) -> Printing.text(value, frame.budget())
                        .equals(Casing.upper(Printing.text(value, frame.budget()), frame.budget())));
        all.put(
                "lower",
                (value, _, frame) -> Printing.text(value, frame.budget())
                        .equals(Casing.lower(Printing.text(value, frame.budget()), frame.budget())));
        return Map.copyOf(all);
    }

    private static void types(Map<String, Test> all) {
        all.put("defined", (value, _, _) -> !(value instanceof Scalar.Undefined));
        all.put("undefined", (value, _, _) -> value instanceof Scalar.Undefined);
        all.put("none", (value, _, _) -> value instanceof Scalar.None);
        all.put("string", (value, _, _) -> value instanceof Text);
        all.put("boolean", (value, _, _) -> value instanceof Scalar.Bool);
        all.put("true", (value, _, _) -> value == Scalar.Bool.TRUE);
        all.put("false", (value, _, _) -> value == Scalar.Bool.FALSE);
        all.put("number", (value, _, _) -> Numbers.real(value).isPresent());
        all.put("integer", (value, _, _) -> value instanceof Scalar.Int);
        all.put("float", (value, _, _) -> value instanceof Scalar.Real);
        all.put("mapping", (value, _, _) -> value instanceof DictValue);
        all.put("iterable", (value, _, _) -> Iterating.isIterable(value));
        all.put(
                "sequence",
                (value, _, _) ->
                        Iterating.isIterable(value) && !(value instanceof ListValue list && list.isGenerator()));
        all.put("callable", (value, _, _) -> value instanceof Opaque && !(value instanceof Opaque.Namespace));
    }

    private static void numbers(Map<String, Test> all) {
        all.put("odd", (value, _, _) -> Math.floorMod(whole(value), 2L) == 1);
        all.put("even", (value, _, _) -> Math.floorMod(whole(value), 2L) == 0);
        all.put("divisibleby", (value, args, _) -> {
            long divisor = whole(args.required(0, "num"));
            if (divisor == 0) {
                throw new TemplateFault("divides by zero");
            }
            return whole(value) % divisor == 0;
        });
    }

    private static List<String> names(Logic.Relation relation) {
        return switch (relation) {
            case EQUAL -> List.of("eq", "equalto", "==");
            case NOT_EQUAL -> List.of("ne", "!=");
            case LESS -> List.of("lt", "lessthan", "<");
            case AT_MOST -> List.of("le", "<=");
            case GREATER -> List.of("gt", "greaterthan", ">");
            case AT_LEAST -> List.of("ge", ">=");
            case IN -> List.of("in");
            case NOT_IN -> List.of();
        };
    }

    private static boolean same(Value left, Value right) {
        return Comparing.same(left, right) || (left instanceof Scalar && left.equals(right));
    }

    private static long whole(Value value) {
        return Numbers.whole(value).orElseThrow(() -> new TemplateFault("a " + value.typeName() + " is no int"));
    }
}
