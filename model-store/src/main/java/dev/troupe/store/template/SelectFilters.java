package dev.troupe.store.template;

import dev.troupe.store.template.Filters.Filter;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Filters that keep or change items one by one.
final class SelectFilters {
    static final Map<String, Filter> ALL = Map.of(
            "select", (in, args, frame) -> byTest(in, args, true, frame),
            "reject", (in, args, frame) -> byTest(in, args, false, frame),
            "selectattr", (in, args, frame) -> byAttribute(in, args, true, frame),
            "rejectattr", (in, args, frame) -> byAttribute(in, args, false, frame),
            "map", SelectFilters::map);

    private SelectFilters() {}

    private static Value byTest(Value in, Arguments args, boolean wanted, Frame frame) {
        return kept(in, item -> holds(item, args, frame) == wanted, frame);
    }

    private static Value byAttribute(Value in, Arguments args, boolean wanted, Frame frame) {
        Value path = args.required(0, "attribute");
        return kept(in, item -> holds(Paths.follow(item, path, frame.budget()), args.from(1), frame) == wanted, frame);
    }

    private static Value kept(Value in, Predicate<Value> wanted, Frame frame) {
        List<Value> items = Iterating.over(in, frame.budget()).stream()
                .peek(_ -> frame.budget().step())
                .filter(wanted)
                .toList();
        return ListValue.generator(items, frame.budget());
    }

    /// Without a test, what is true holds.
    private static boolean holds(Value item, Arguments args, Frame frame) {
        return args.positional().isEmpty()
                ? Truth.of(item)
                : Tests.holds(args.text(0, "test").chars(), item, args.from(1), frame);
    }

    private static Value map(Value in, Arguments args, Frame frame) {
        Budget budget = frame.budget();
        List<Value> items = Iterating.over(in, budget).stream()
                .map(item -> {
                    budget.step();
                    return args.positional().isEmpty()
                            ? attribute(item, args, budget)
                            : Filters.apply(args.text(0, "filter").chars(), item, args.from(1), frame);
                })
                .toList();
        return ListValue.generator(items, budget);
    }

    private static Value attribute(Value item, Arguments args, Budget budget) {
        Value found = Paths.follow(item, args.required(1, "attribute"), budget);
        return found instanceof Scalar.Undefined ? args.optional(2, "default").orElse(found) : found;
    }
}
