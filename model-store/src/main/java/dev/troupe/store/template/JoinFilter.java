package dev.troupe.store.template;

import java.util.List;
import java.util.Optional;

/// `items|join(separator, attribute=name)`.
final class JoinFilter {
    private JoinFilter() {}

    static Value apply(Value input, Arguments arguments, Frame frame) {
        Text separator = Printing.text(arguments.optional(0, "d").orElse(Text.EMPTY), frame.budget());
        Optional<Value> attribute = arguments.optional(1, "attribute");
        if (attribute.isEmpty()) {
            return Joining.join(input, separator, frame);
        }
        List<Value> parts = Iterating.over(input, frame.budget()).stream()
                .map(item -> Paths.follow(item, attribute.get(), frame.budget()))
                .toList();
        return Joining.join(ListValue.of(parts, frame.budget()), separator, frame);
    }
}
