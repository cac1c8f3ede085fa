package dev.troupe.store.template;

import dev.troupe.store.template.Padding.Side;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// The methods of Python's `str` that templates use.
final class TextMethods {
    @FunctionalInterface
    private interface Method {
        Value call(Text text, Arguments arguments, Frame frame);
    }

    private static final Map<String, Method> METHODS = Map.ofEntries(
            Map.entry("strip", (text, args, _) -> Trimming.both(text, Trimming.dropped(args))),
            Map.entry("lstrip", (text, args, _) -> Trimming.start(text, Trimming.dropped(args))),
            Map.entry("rstrip", (text, args, _) -> Trimming.end(text, Trimming.dropped(args))),
            Map.entry("split", Splitting::split),
            Map.entry("rsplit", Splitting::splitFromEnd),
            Map.entry("splitlines", Splitting::lines),
            Map.entry(
                    "startswith",
                    (text, args, frame) -> affix(args, part -> text.chars().startsWith(part), frame)),
            Map.entry(
                    "endswith",
                    (text, args, frame) -> affix(args, part -> text.chars().endsWith(part), frame)),
            Map.entry("removeprefix", TextMethods::removePrefix),
            Map.entry("removesuffix", TextMethods::removeSuffix),
            Map.entry("upper", (text, _, frame) -> Casing.upper(text, frame.budget())),
            Map.entry("lower", (text, _, frame) -> Casing.lower(text, frame.budget())),
            Map.entry("capitalize", (text, _, frame) -> Casing.capitalize(text, frame.budget())),
            Map.entry("title", (text, _, frame) -> Casing.title(text, c -> !Character.isLetter(c), frame.budget())),
            Map.entry("replace", TextMethods::replace),
            Map.entry("join", (text, args, frame) -> Joining.join(args.required(0, "iterable"), text, frame)),
            Map.entry("find", (text, args, _) -> find(text, args)),
            Map.entry("index", (text, args, _) -> index(text, args)),
            Map.entry("count", TextMethods::count),
            Map.entry("format", (text, args, frame) -> FieldFormat.of(text, args, frame)),
            Map.entry("center", (text, args, frame) -> Padding.method(text, args, 0, Side.CENTER, frame)),
            Map.entry("ljust", (text, args, frame) -> Padding.method(text, args, 0, Side.LEFT, frame)),
            Map.entry("rjust", (text, args, frame) -> Padding.method(text, args, 0, Side.RIGHT, frame)),
            Map.entry("zfill", (text, args, frame) -> Padding.zeros(text, args.integer(0, "width", 0), frame.budget())),
            Map.entry("partition", TextMethods::partition),
            Map.entry("isdigit", (text, _, _) -> all(text, Character::isDigit)),
            Map.entry("isnumeric", (text, _, _) -> all(text, Character::isDigit)),
            Map.entry("isalpha", (text, _, _) -> all(text, Character::isLetter)),
            Map.entry("isalnum", (text, _, _) -> all(text, Character::isLetterOrDigit)),
            Map.entry("isspace", (text, _, _) -> all(text, CodePoints::isSpace)));

    private TextMethods() {}

    static Optional<Value> of(Text text, String name) {
        return Optional.ofNullable(METHODS.get(name))
                .map(method -> new Opaque.Callable(name, (args, frame) -> {
                    frame.budget().chars(text.length());
                    return method.call(text, args, frame);
                }));
    }

    /// One text, or a tuple of which one must fit.
    private static Value affix(Arguments args, Predicate<String> fits, Frame frame) {
        Value part = args.required(0, "prefix");
        List<Value> parts = part instanceof ListValue list && list.isTuple() ? list.items() : List.of(part);
        for (Value one : parts) {
            String affix = Arguments.of(one).text(0, "prefix").chars();
            frame.budget().chars(affix.length());
            if (fits.test(affix)) {
                return Scalar.Bool.TRUE;
            }
        }
        return Scalar.Bool.FALSE;
    }

    private static Value removePrefix(Text text, Arguments args, Frame frame) {
        String part = args.text(0, "prefix").chars();
        return text.chars().startsWith(part) ? text.slice(part.length(), text.length()) : text;
    }

    private static Value removeSuffix(Text text, Arguments args, Frame frame) {
        String part = args.text(0, "suffix").chars();
        return text.chars().endsWith(part) ? text.slice(0, text.length() - part.length()) : text;
    }

    private static Value replace(Text text, Arguments args, Frame frame) {
        return Splitting.replace(
                text, args.text(0, "old"), args.text(1, "new"), args.integer(2, "count", -1), frame.budget());
    }

    private static Value find(Text text, Arguments args) {
        String part = args.text(0, "sub").chars();
        OptionalInt found = part.isEmpty() ? OptionalInt.of(0) : new Search(part).first(text.chars(), 0);
        return new Scalar.Int(found.isPresent() ? text.chars().codePointCount(0, found.getAsInt()) : -1);
    }

    private static Value index(Text text, Arguments args) {
        Value found = find(text, args);
        if (found.equals(new Scalar.Int(-1))) {
            throw new TemplateFault("substring not found");
        }
        return found;
    }

    /// What is in front of the separator, the separator, what is behind it.
    private static Value partition(Text text, Arguments args, Frame frame) {
        Text separator = args.text(0, "sep");
        if (separator.isEmpty()) {
            throw new TemplateFault("an empty separator");
        }
        OptionalInt found = new Search(separator.chars()).first(text.chars(), 0);
        int from = found.orElse(text.length());
        int to = found.isPresent() ? from + separator.length() : from;
        return ListValue.tuple(
                List.of(text.slice(0, from), found.isPresent() ? separator : Text.EMPTY, text.slice(to, text.length())),
                frame.budget());
    }

    private static Value count(Text text, Arguments args, Frame frame) {
        String part = args.text(0, "sub").chars();
        int pieces = part.isEmpty()
                ? CodePoints.length(text) + 1
                : Splitting.bySeparator(text, part, -1, frame.budget()).size() - 1;
        return new Scalar.Int(pieces);
    }

    private static Value all(Text text, IntPredicate holds) {
        return Scalar.Bool.of(!text.isEmpty() && text.chars().codePoints().allMatch(holds));
    }
}
