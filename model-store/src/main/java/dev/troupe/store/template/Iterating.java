package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;

/// What a value gives when it is walked: items, keys or characters.
final class Iterating {
    private Iterating() {}

    static List<Value> over(Value value, Budget budget) {
        return switch (value) {
            case ListValue list -> list.items();
            case DictValue dict -> keys(dict, budget);
            case Text text -> characters(text, budget);
            case Scalar.Undefined _ -> List.of();
            default -> throw new TemplateFault("a " + value.typeName() + " cannot be iterated");
        };
    }

    static boolean isIterable(Value value) {
        return value instanceof ListValue
                || value instanceof DictValue
                || value instanceof Text
                || value instanceof Scalar.Undefined;
    }

    private static List<Value> keys(DictValue dict, Budget budget) {
        budget.steps(dict.size());
        List<Value> keys = new ArrayList<>();
        dict.entries().forEach(entry -> keys.add(entry.key()));
        return keys;
    }

    private static List<Value> characters(Text text, Budget budget) {
        budget.values(text.length());
        List<Value> characters = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int next = at + Character.charCount(text.chars().codePointAt(at));
            characters.add(text.slice(at, next));
            at = next;
        }
        return characters;
    }
}
