package dev.troupe.store.template;

import java.util.Optional;

/// `value|tojson(ensure_ascii=False, indent=None, separators=None, sort_keys=False)`, as
/// `transformers` defines it: plain JSON, without HTML escapes.
final class JsonFilter {
    private JsonFilter() {}

    static Value apply(Value input, Arguments arguments, Frame frame) {
        Optional<Text> indent = arguments
                .optional(1, "indent")
                .filter(value -> !(value instanceof Scalar.None))
                .map(value -> margin(value, frame));
        JsonWriter.Style style = new JsonWriter.Style(
                arguments.flag(0, "ensure_ascii", false),
                indent.map(Text::chars),
                separator(arguments, 0).orElse(indent.isPresent() ? "," : ", "),
                separator(arguments, 1).orElse(": "),
                arguments.flag(3, "sort_keys", false));
        JsonWriter writer = new JsonWriter(style, frame);
        writer.write(input, 0);
        return writer.text();
    }

    private static Text margin(Value indent, Frame frame) {
        return indent instanceof Text text
                ? text
                : (Text) Arithmetic.apply(Arithmetic.Operator.MULTIPLY, Text.template(" "), indent, frame.budget());
    }

    private static Optional<String> separator(Arguments arguments, int index) {
        return arguments
                .optional(2, "separators")
                .filter(value -> !(value instanceof Scalar.None))
                .map(value -> {
                    if (value instanceof ListValue list
                            && list.items().size() == 2
                            && list.items().get(index) instanceof Text text) {
                        return text.chars();
                    }
                    throw new TemplateFault("'separators' must be two strings");
                });
    }
}
