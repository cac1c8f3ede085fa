package dev.troupe.store.template;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a filter, test, method or function was given, beside its subject.
record Arguments(List<Value> positional, Map<String, Value> named) {
    static final Arguments NONE = new Arguments(List.of(), Map.of());

    static Arguments of(Value... values) {
        return new Arguments(List.of(values), Map.of());
    }

    Optional<Value> optional(int index, String name) {
        if (index < positional.size()) {
            return Optional.of(positional.get(index));
        }
        return Optional.ofNullable(named.get(name));
    }

    Value required(int index, String name) {
        return optional(index, name).orElseThrow(() -> new TemplateFault("the argument '" + name + "' is missing"));
    }

    Text text(int index, String name) {
        Value value = required(index, name);
        if (value instanceof Text text) {
            return text;
        }
        throw new TemplateFault("the argument '" + name + "' is a " + value.typeName() + "; a str is needed");
    }

    int integer(int index, String name, int otherwise) {
        return optional(index, name)
                .map(value -> Numbers.toInt(value, "the argument '" + name + "'"))
                .orElse(otherwise);
    }

    boolean flag(int index, String name, boolean otherwise) {
        return optional(index, name).map(Truth::of).orElse(otherwise);
    }

    /// The arguments from position `index` on.
    Arguments from(int index) {
        return new Arguments(positional.subList(Math.min(index, positional.size()), positional.size()), named);
    }
}
