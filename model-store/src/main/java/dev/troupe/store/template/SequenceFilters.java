package dev.troupe.store.template;

import dev.troupe.store.template.Filters.Filter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Filters for lists, mappings and texts as a whole.
final class SequenceFilters {
    static final Map<String, Filter> ALL = Map.ofEntries(
            Map.entry("length", (in, _, frame) -> length(in, frame)),
            Map.entry("count", (in, _, frame) -> length(in, frame)),
            Map.entry("first", (in, _, frame) -> at(Iterating.over(in, frame.budget()), true)),
            Map.entry("last", SequenceFilters::last),
            Map.entry("list", (in, _, frame) -> ListValue.of(Iterating.over(in, frame.budget()), frame.budget())),
            Map.entry("reverse", SequenceFilters::reverse),
            Map.entry("sort", SequenceFilters::sort),
            Map.entry("batch", Batching::batch),
            Map.entry("slice", Batching::slice),
            Map.entry("groupby", Batching::groupBy),
            Map.entry("unique", SequenceFilters::unique),
            Map.entry("items", SequenceFilters::items),
            Map.entry("dictsort", SequenceFilters::dictSort),
            Map.entry("sum", SequenceFilters::sum),
            Map.entry("min", (in, _, frame) -> at(sorted(in, Optional.empty(), frame), true)),
            Map.entry("max", (in, _, frame) -> at(sorted(in, Optional.empty(), frame), false)));

    private SequenceFilters() {}

    static Value length(Value in, Frame frame) {
        return switch (in) {
            case Text text -> {
                frame.budget().chars(text.length());
                yield new Scalar.Int(CodePoints.length(text));
            }
            case ListValue list -> new Scalar.Int(list.placed("counted").size());
            case DictValue dict -> new Scalar.Int(dict.size());
            case Scalar.Undefined _ -> new Scalar.Int(0);
            default -> throw new TemplateFault("a " + in.typeName() + " has no length");
        };
    }

    private static Value at(List<Value> items, boolean first) {
        if (items.isEmpty()) {
            return new Scalar.Undefined("an item of an empty sequence");
        }
        return first ? items.getFirst() : items.getLast();
    }

    private static Value last(Value in, Arguments args, Frame frame) {
        if (in instanceof ListValue list) {
            return at(list.placed("read from its end"), false);
        }
        return at(Iterating.over(in, frame.budget()), false);
    }

    private static Value reverse(Value in, Arguments args, Frame frame) {
        List<Value> items = new ArrayList<>(
                        in instanceof ListValue list ? list.placed("reversed") : Iterating.over(in, frame.budget()))
                .reversed();
        ListValue reversed = ListValue.generator(items, frame.budget());
        return in instanceof Text ? Joining.join(reversed, Text.EMPTY, frame) : reversed;
    }

    private static Value sort(Value in, Arguments args, Frame frame) {
        List<Value> items = sorted(in, args.optional(2, "attribute"), frame);
        boolean descending = args.flag(0, "reverse", false);
        return ListValue.of(descending ? items.reversed() : items, frame.budget());
    }

    static List<Value> sorted(Value in, Optional<Value> attribute, Frame frame) {
        Budget budget = frame.budget();
        List<Value> items = new ArrayList<>(Iterating.over(in, budget));
        items.sort(Comparator.comparing(
                item -> attribute.map(path -> Paths.follow(item, path, budget)).orElse(item),
                (a, b) -> Comparing.order(folded(a, budget), folded(b, budget), budget)));
        return items;
    }

    /// Jinja sorts without regard to case unless told otherwise.
    static Value folded(Value value, Budget budget) {
        return value instanceof Text text ? Casing.lower(text, budget) : value;
    }

    private static Value unique(Value in, Arguments args, Frame frame) {
        List<Value> kept = new ArrayList<>();
        for (Value item : Iterating.over(in, frame.budget())) {
            Value key = folded(item, frame.budget());
            if (kept.stream().noneMatch(k -> Comparing.equal(folded(k, frame.budget()), key, frame.budget()))) {
                kept.add(item);
            }
        }
        return ListValue.generator(kept, frame.budget());
    }

    private static Value items(Value in, Arguments args, Frame frame) {
        return switch (in) {
            case DictValue dict ->
                ListValue.generator(
                        CollectionMethods.items(dict, frame.budget()).items(), frame.budget());
            case Scalar.Undefined _ -> ListValue.generator(List.of(), frame.budget());
            default -> throw new TemplateFault("a " + in.typeName() + " has no items");
        };
    }

    private static Value dictSort(Value in, Arguments args, Frame frame) {
        ListValue pairs = (ListValue) items(in, Arguments.NONE, frame);
        boolean byValue =
                args.optional(1, "by").isPresent() && args.text(1, "by").chars().equals("value");
        Value sorted = ListValue.of(sorted(pairs, Optional.of(new Scalar.Int(byValue ? 1 : 0)), frame), frame.budget());
        return args.flag(2, "reverse", false)
                ? ListValue.of(((ListValue) sorted).items().reversed(), frame.budget())
                : sorted;
    }

    private static Value sum(Value in, Arguments args, Frame frame) {
        Value total = args.optional(1, "start").orElse(new Scalar.Int(0));
        for (Value item : Iterating.over(in, frame.budget())) {
            Value part = args.optional(0, "attribute")
                    .map(path -> Paths.follow(item, path, frame.budget()))
                    .orElse(item);
            total = Arithmetic.apply(Arithmetic.Operator.ADD, total, part, frame.budget());
        }
        return total;
    }
}
