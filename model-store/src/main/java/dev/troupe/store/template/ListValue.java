package dev.troupe.store.template;

import java.util.List;

/// A list, a tuple or what a lazy filter gives; none can be changed by a template.
final class ListValue implements Value {
    private final List<Value> items;
    private final Kind kind;
    private final int depth;

    /// What Python would have made.
    private enum Kind {
        LIST("list"),
        TUPLE("tuple"),
        GENERATOR("generator");

        private final String typeName;

        Kind(String typeName) {
            this.typeName = typeName;
        }
    }

    private ListValue(List<? extends Value> items, Kind kind, Budget budget) {
        budget.steps(items.size());
        this.items = List.copyOf(items);
        this.kind = kind;
        this.depth = Nesting.above(this.items, budget);
    }

    static ListValue of(List<? extends Value> items, Budget budget) {
        return new ListValue(items, Kind.LIST, budget);
    }

    static ListValue tuple(List<? extends Value> items, Budget budget) {
        return new ListValue(items, Kind.TUPLE, budget);
    }

    /// Can be walked (here as often as one likes), but has no length, no places and no JSON.
    static ListValue generator(List<? extends Value> items, Budget budget) {
        return new ListValue(items, Kind.GENERATOR, budget);
    }

    List<Value> items() {
        return items;
    }

    boolean isTuple() {
        return kind == Kind.TUPLE;
    }

    boolean isGenerator() {
        return kind == Kind.GENERATOR;
    }

    /// The items of a list or tuple.
    ///
    /// @param use for the message, for example `written as JSON`
    List<Value> placed(String use) {
        if (isGenerator()) {
            throw new TemplateFault("a generator cannot be " + use);
        }
        return items;
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public String typeName() {
        return kind.typeName;
    }
}
