package dev.troupe.store.template;

import dev.troupe.store.template.Padding.Side;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `'{} {0} {name!r:>8}'.format(...)`. Fields are numbers and names: what Python finds behind a dot
/// or between brackets is refused.
final class FieldFormat {
    private static final Pattern FIELD = Pattern.compile(
            "\\{([A-Za-z0-9_]*+)(?:!([rs]))?(?::(?:(.)?([<>^]))?(0)?(\\d{0,9})(?:\\.(\\d{1,9}))?([sdf]?))?\\}");

    private FieldFormat() {}

    static Text of(Text format, Arguments args, Frame frame) {
        TextBuilder out = frame.text();
        Matcher field = FIELD.matcher(format.chars());
        int at = 0;
        int automatic = 0;
        while (at < format.length()) {
            int brace = nextBrace(format.chars(), at);
            out.add(format.slice(at, brace));
            at = brace;
            if (at == format.length()) {
                break;
            }
            frame.budget().step();
            if (at + 1 < format.length()
                    && format.chars().charAt(at + 1) == format.chars().charAt(at)) {
                out.add(format.slice(at, at + 1));
                at += 2;
                continue;
            }
            if (!field.region(at, format.length()).lookingAt()) {
                throw new TemplateFault("a field of a format is not supported");
            }
            Value value = field.group(1).isEmpty() ? place(args, automatic++) : named(args, field.group(1));
            out.add(shown(value, field, frame));
            at = field.end();
        }
        return out.build();
    }

    private static int nextBrace(String format, int from) {
        int at = from;
        while (at < format.length() && format.charAt(at) != '{' && format.charAt(at) != '}') {
            at++;
        }
        return at;
    }

    private static Value named(Arguments args, String name) {
        if (name.length() < 10 && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return place(args, Integer.parseInt(name));
        }
        return Optional.ofNullable(args.named().get(name))
                .orElseThrow(() -> new TemplateFault("a format needs '" + name + "', which is not given"));
    }

    private static Value place(Arguments args, int index) {
        if (index >= args.positional().size()) {
            throw new TemplateFault("a format has more places than values");
        }
        return args.positional().get(index);
    }

    private static Text shown(Value value, Matcher field, Frame frame) {
        Budget budget = frame.budget();
        boolean repr = "r".equals(field.group(2));
        Optional<String> kind = Optional.ofNullable(field.group(8)).filter(text -> !text.isEmpty());
        Optional<Integer> precision = Optional.ofNullable(field.group(7)).map(Integer::valueOf);
        Text text = repr
                ? Printing.repr(value, budget)
                : NumberFormat.shown(value, kind.map(text1 -> text1.charAt(0)).orElse('s'), precision, budget);
        int width = Optional.ofNullable(field.group(6))
                .filter(digits -> !digits.isEmpty())
                .map(Integer::valueOf)
                .orElse(0);
        boolean number = Numbers.real(value).isPresent() && !repr;
        if (field.group(5) != null && field.group(4) == null) {
            return number
                    ? Padding.zeros(text, width, budget)
                    : Padding.padded(text, width, Text.template("0"), Side.LEFT, budget);
        }
        Text fill = Text.template(Optional.ofNullable(field.group(3)).orElse(" "));
        return Padding.padded(text, width, fill, side(field.group(4), number), budget);
    }

    private static Side side(String sign, boolean number) {
        return switch (sign == null ? "" : sign) {
            case "<" -> Side.LEFT;
            case ">" -> Side.RIGHT;
            case "^" -> Side.CENTER;
            default -> number ? Side.RIGHT : Side.LEFT;
        };
    }
}
