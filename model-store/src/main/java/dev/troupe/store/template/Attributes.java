package dev.troupe.store.template;

import java.util.Optional;

/// What is behind a dot or between brackets. Nothing but items, the methods listed in {@link
/// TextMethods} and {@link CollectionMethods}, and the attributes of namespaces and loops can be
/// reached.
final class Attributes {
    private Attributes() {}

    /// A method first, then an item of that name.
    static Value attribute(Value target, String name, Budget budget) {
        if (target instanceof Scalar.Undefined undefined) {
            throw undefined.fault();
        }
        return named(target, name)
                .or(() -> target instanceof DictValue dict ? dict.get(Text.data(name)) : Optional.empty())
                .orElseGet(() -> new Scalar.Undefined("'" + name + "' of a " + target.typeName()));
    }

    /// An item first, then a method of that name.
    static Value item(Value target, Value key, Budget budget) {
        if (target instanceof Scalar.Undefined undefined) {
            throw undefined.fault();
        }
        if (target instanceof DictValue dict) {
            Optional<Value> found = dict.get(key);
            if (found.isPresent()) {
                return found.get();
            }
        }
        if (key instanceof Text name) {
            return named(target, name.chars()).orElseGet(() -> missing(target, key, budget));
        }
        return atPosition(target, key, budget).orElseGet(() -> missing(target, key, budget));
    }

    private static Optional<Value> named(Value target, String name) {
        return switch (target) {
            case Text text -> TextMethods.of(text, name);
            case ListValue list -> CollectionMethods.ofList(list, name);
            case DictValue dict -> CollectionMethods.ofDict(dict, name);
            case Opaque.Namespace space ->
                Optional.ofNullable(space.attributes().get(name));
            case Opaque.Attributed object ->
                Optional.ofNullable(object.attributes().get(name));
            default -> Optional.empty();
        };
    }

    private static Optional<Value> atPosition(Value target, Value key, Budget budget) {
        if (Numbers.whole(key).isEmpty()) {
            return Optional.empty();
        }
        long index = Numbers.whole(key).getAsLong();
        return switch (target) {
            case ListValue list
            when !list.isGenerator() -> {
                int size = list.items().size();
                long place = index < 0 ? index + size : index;
                yield place >= 0 && place < size ? Optional.of(list.items().get((int) place)) : Optional.empty();
            }
            case Text text -> character(text, index, budget);
            default -> Optional.empty();
        };
    }

    private static Optional<Value> character(Text text, long index, Budget budget) {
        budget.chars(text.length());
        int length = CodePoints.length(text);
        long place = index < 0 ? index + length : index;
        if (place < 0 || place >= length) {
            return Optional.empty();
        }
        int from = CodePoints.index(text, (int) place);
        return Optional.of(text.slice(from, text.chars().offsetByCodePoints(from, 1)));
    }

    private static Value missing(Value target, Value key, Budget budget) {
        String shown = Printing.text(key, budget).chars();
        return new Scalar.Undefined("'" + shown + "' of a " + target.typeName());
    }
}
