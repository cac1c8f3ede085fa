package dev.troupe.store.template;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A mapping in order of insertion; it cannot be changed by a template.
final class DictValue implements Value {
    private final Map<Object, Entry> entries;
    private final int depth;

    record Entry(Value key, Value value) {}

    private DictValue(Map<Object, Entry> entries, int depth) {
        this.entries = entries;
        this.depth = depth;
    }

    /// Later entries replace earlier ones with an equal key, but keep their place.
    static DictValue of(Iterable<Entry> pairs, Budget budget) {
        Map<Object, Entry> entries = new LinkedHashMap<>();
        for (Entry pair : pairs) {
            budget.step();
            Object key = keyOf(pair.key());
            Entry before = entries.get(key);
            entries.put(key, before == null ? pair : new Entry(before.key(), pair.value()));
        }
        int depth = Nesting.above(entries.values().stream().map(Entry::value).toList(), budget);
        return new DictValue(Collections.unmodifiableMap(entries), depth);
    }

    Iterable<Entry> entries() {
        return entries.values();
    }

    int size() {
        return entries.size();
    }

    Optional<Value> get(Value key) {
        return Optional.ofNullable(entries.get(keyOf(key))).map(Entry::value);
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public String typeName() {
        return "dict";
    }

    /// True, 1 and 1.0 are one key, as in Python.
    private static Object keyOf(Value key) {
        return switch (key) {
            case Text text -> text.chars();
            case Scalar.Bool bool -> (double) bool.ordinal();
            case Scalar.Int number -> whole(number.value());
            case Scalar.Real number -> number.value() + 0.0;
            case Scalar.None none -> none;
            default -> throw new TemplateFault("a " + key.typeName() + " cannot be a key");
        };
    }

    private static Object whole(long value) {
        double asReal = (double) value;
        return (long) asReal == value ? (Object) asReal : (Object) value;
    }
}
