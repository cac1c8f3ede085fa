package dev.troupe.store.template;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Every filter, by name.
final class Filters {
    @FunctionalInterface
    interface Filter {
        Value apply(Value input, Arguments arguments, Frame frame);
    }

    private static final Map<String, Filter> ALL = all();

    private Filters() {}

    static Value apply(String name, Value input, Arguments arguments, Frame frame) {
        return named(name).apply(input, arguments, frame);
    }

    static boolean exists(String name) {
        return ALL.containsKey(name);
    }

    static Set<String> names() {
        return ALL.keySet();
    }

    private static Filter named(String name) {
        Filter filter = ALL.get(name);
        if (filter == null) {
            throw new TemplateFault("there is no filter '" + name + "'");
        }
        return filter;
    }

    private static Map<String, Filter> all() {
        Map<String, Filter> all = new HashMap<>();
        all.putAll(TextFilters.ALL);
        all.putAll(ValueFilters.ALL);
        all.putAll(SequenceFilters.ALL);
        all.putAll(SelectFilters.ALL);
        return Map.copyOf(all);
    }
}
