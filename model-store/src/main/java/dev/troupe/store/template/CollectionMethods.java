package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The methods of lists and mappings that do not change them.
final class CollectionMethods {
    private CollectionMethods() {}

    static Optional<Value> ofList(ListValue list, String name) {
        if (list.isGenerator()) {
            return Optional.empty();
        }
        return switch (name) {
            case "count" ->
                method(
                        name,
                        (args, frame) -> new Scalar.Int(list.items().stream()
                                .filter(item -> Comparing.equal(item, args.required(0, "value"), frame.budget()))
                                .count()));
            case "index" -> method(name, (args, frame) -> indexOf(list, args.required(0, "value"), frame));
            case "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse" ->
                method(name, (_, _) -> refuse(name, "list"));
            default -> Optional.empty();
        };
    }

    static Optional<Value> ofDict(DictValue dict, String name) {
        return switch (name) {
            case "items" -> method(name, (_, frame) -> items(dict, frame.budget()));
            case "keys" -> method(name, (_, frame) -> listed(dict, DictValue.Entry::key, frame));
            case "values" -> method(name, (_, frame) -> listed(dict, DictValue.Entry::value, frame));
            case "get" ->
                method(
                        name,
                        (args, _) -> dict.get(args.required(0, "key"))
                                .or(() -> args.optional(1, "default"))
                                .orElse(Scalar.None.NONE));
            case "update", "pop", "popitem", "setdefault", "clear" -> method(name, (_, _) -> refuse(name, "dict"));
            default -> Optional.empty();
        };
    }

    /// Pairs of key and value.
    static ListValue items(DictValue dict, Budget budget) {
        List<Value> pairs = new ArrayList<>();
        for (DictValue.Entry entry : dict.entries()) {
            pairs.add(ListValue.tuple(List.of(entry.key(), entry.value()), budget));
        }
        return ListValue.of(pairs, budget);
    }

    private static Value listed(DictValue dict, Function<DictValue.Entry, Value> part, Frame frame) {
        List<Value> parts = new ArrayList<>();
        dict.entries().forEach(entry -> parts.add(part.apply(entry)));
        return ListValue.of(parts, frame.budget());
    }

    private static Value indexOf(ListValue list, Value wanted, Frame frame) {
        for (int i = 0; i < list.items().size(); i++) {
            if (Comparing.equal(list.items().get(i), wanted, frame.budget())) {
                return new Scalar.Int(i);
            }
        }
        throw new TemplateFault("the value is not in the list");
    }

    private static Value refuse(String name, String type) {
        throw new TemplateFault("'" + name + "' would change a " + type + ", which a template may not do");
    }

    private static Optional<Value> method(String name, Opaque.Body body) {
        return Optional.of(new Opaque.Callable(name, body));
    }
}
