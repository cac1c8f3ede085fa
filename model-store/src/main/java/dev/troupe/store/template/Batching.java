package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Filters that cut a sequence into several.
final class Batching {
    private Batching() {}

    /// `items|batch(linecount, fill_with)`: lists of so many items.
    static Value batch(Value in, Arguments args, Frame frame) {
        int size = size(args, "linecount");
        List<Value> items = Iterating.over(in, frame.budget());
        List<Value> batches = new ArrayList<>();
        for (int from = 0; from < items.size(); from += size) {
            int to = (int) Math.min(items.size(), (long) from + size);
            List<Value> batch = new ArrayList<>(items.subList(from, to));
            args.optional(1, "fill_with").filter(Batching::fills).ifPresent(fill -> {
                frame.budget().values(size - batch.size());
                while (batch.size() < size) {
                    batch.add(fill);
                }
            });
            batches.add(ListValue.of(batch, frame.budget()));
        }
        return ListValue.generator(batches, frame.budget());
    }

    /// `items|slice(slices, fill_with)`: so many lists of about the same length.
    static Value slice(Value in, Arguments args, Frame frame) {
        int slices = size(args, "slices");
        frame.budget().values(slices);
        List<Value> items = Iterating.over(in, frame.budget());
        Optional<Value> fill = args.optional(1, "fill_with").filter(Batching::fills);
        int least = items.size() / slices;
        int longer = items.size() % slices;
        List<Value> lists = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < slices; i++) {
            int to = from + least + (i < longer ? 1 : 0);
            List<Value> list = new ArrayList<>(items.subList(from, to));
            if (i >= longer) {
                fill.ifPresent(list::add);
            }
            lists.add(ListValue.of(list, frame.budget()));
            from = to;
        }
        return ListValue.generator(lists, frame.budget());
    }

    /// `items|groupby(attribute, default)`: pairs of a value and the items that have it, by value.
    static Value groupBy(Value in, Arguments args, Frame frame) {
        Budget budget = frame.budget();
        Value path = args.required(0, "attribute");
        List<Value> groups = new ArrayList<>();
        List<Value> group = new ArrayList<>();
        for (Value item : SequenceFilters.sorted(in, Optional.of(path), frame)) {
            if (!group.isEmpty() && !sameGroup(group.getFirst(), item, path, budget)) {
                groups.add(group(group, path, budget));
                group.clear();
            }
            group.add(item);
        }
        if (!group.isEmpty()) {
            groups.add(group(group, path, budget));
        }
        return ListValue.of(groups, budget);
    }

    private static boolean sameGroup(Value one, Value other, Value path, Budget budget) {
        return Comparing.equal(
                SequenceFilters.folded(Paths.follow(one, path, budget), budget),
                SequenceFilters.folded(Paths.follow(other, path, budget), budget),
                budget);
    }

    private static Value group(List<Value> items, Value path, Budget budget) {
        Value grouper = Paths.follow(items.getFirst(), path, budget);
        return ListValue.tuple(List.of(grouper, ListValue.of(items, budget)), budget);
    }

    private static boolean fills(Value value) {
        return !(value instanceof Scalar.None);
    }

    private static int size(Arguments args, String name) {
        int size = Numbers.toInt(args.required(0, name), "the argument '" + name + "'");
        if (size < 1) {
            throw new TemplateFault("the argument '" + name + "' is " + size + "; the least is 1");
        }
        return size;
    }
}
