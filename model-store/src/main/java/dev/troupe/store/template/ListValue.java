package dev.troupe.store.template;

import java.util.List;

/// A list or a tuple; neither can be changed by a template.
final class ListValue implements Value {
    private final List<Value> items;
    private final boolean tuple;
    private final int depth;

    private ListValue(List<Value> items, boolean tuple, Budget budget) {
        budget.steps(items.size());
        this.items = List.copyOf(items);
        this.tuple = tuple;
        this.depth = Nesting.above(this.items, budget);
    }

    static ListValue of(List<? extends Value> items, Budget budget) {
        return new ListValue(List.copyOf(items), false, budget);
    }

    static ListValue tuple(List<? extends Value> items, Budget budget) {
        return new ListValue(List.copyOf(items), true, budget);
    }

    List<Value> items() {
        return items;
    }

    boolean isTuple() {
        return tuple;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public String typeName() {
        return tuple ? "tuple" : "list";
    }
}
