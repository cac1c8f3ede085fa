package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `split`, `rsplit`, `splitlines` and `replace`, keeping origins.
final class Splitting {
    private Splitting() {}

    static Value split(Text text, Arguments arguments, Frame frame) {
        frame.budget().chars(text.length());
        int most = arguments.integer(1, "maxsplit", -1);
        Optional<Value> separator = arguments.optional(0, "sep").filter(value -> !(value instanceof Scalar.None));
        List<Text> parts = separator.isPresent()
                ? bySeparator(text, arguments.text(0, "sep").chars(), most, frame.budget())
                : byBlanks(text, most, frame.budget());
        return ListValue.of(parts, frame.budget());
    }

    /// Like `split`, but a limited number of cuts is made from the end.
    static Value splitFromEnd(Text text, Arguments arguments, Frame frame) {
        int most = arguments.integer(1, "maxsplit", -1);
        if (most < 0 || arguments.optional(0, "sep").isEmpty()) {
            return split(text, arguments, frame);
        }
        // From behind, the text and the separator are searched backwards.
        frame.budget().chars(2L * text.length());
        Search search = new Search(backwards(nonEmpty(arguments.text(0, "sep").chars())));
        String reversed = backwards(text.chars());
        List<Text> parts = new ArrayList<>();
        int end = text.length();
        OptionalInt found = search.first(reversed, 0);
        for (int i = 0; i < most && found.isPresent(); i++) {
            frame.budget().values(1);
            int start = text.length() - found.getAsInt();
            parts.add(text.slice(start, end));
            end = start - search.length();
            found = search.first(reversed, text.length() - end);
        }
        parts.add(text.slice(0, end));
        return ListValue.of(parts.reversed(), frame.budget());
    }

    static List<Text> bySeparator(Text text, String separator, int most, Budget budget) {
        nonEmpty(separator);
        List<Text> parts = new ArrayList<>();
        int from = 0;
        Search search = new Search(separator);
        OptionalInt found = search.first(text.chars(), 0);
        while (found.isPresent() && (most < 0 || parts.size() < most)) {
            budget.values(1);
            parts.add(text.slice(from, found.getAsInt()));
            from = found.getAsInt() + separator.length();
            found = search.first(text.chars(), from);
        }
        parts.add(text.slice(from, text.length()));
        return parts;
    }

    static Value lines(Text text, Arguments arguments, Frame frame) {
        frame.budget().chars(text.length());
        boolean keep = arguments.flag(0, "keepends", false);
        List<Text> lines = new ArrayList<>();
        String chars = text.chars();
        int from = 0;
        while (from < chars.length()) {
            frame.budget().values(1);
            int end = from;
            while (end < chars.length() && !isLineEnd(chars.charAt(end))) {
                end++;
            }
            int next = chars.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, chars.length());
            lines.add(text.slice(from, keep ? next : end));
            from = next;
        }
        return ListValue.of(lines, frame.budget());
    }

    static Text replace(Text text, Text before, Text after, int most, Budget budget) {
        budget.chars(text.length());
        TextBuilder out = new TextBuilder(budget);
        if (before.isEmpty()) {
            return between(text, after, most, budget);
        }
        int from = 0;
        int done = 0;
        Search search = new Search(before.chars());
        OptionalInt found = search.first(text.chars(), 0);
        while (found.isPresent() && (most < 0 || done < most)) {
            budget.step();
            out.add(text.slice(from, found.getAsInt())).add(after);
            from = found.getAsInt() + before.length();
            done++;
            found = search.first(text.chars(), from);
        }
        return out.add(text.slice(from, text.length())).build();
    }

    private static Text between(Text text, Text inserted, int most, Budget budget) {
        TextBuilder out = new TextBuilder(budget);
        int done = 0;
        for (Value character : Iterating.over(text, budget)) {
            if (most < 0 || done++ < most) {
                out.add(inserted);
            }
            out.add((Text) character);
        }
        return most < 0 || done < most ? out.add(inserted).build() : out.build();
    }

    private static List<Text> byBlanks(Text text, int most, Budget budget) {
        List<Text> parts = new ArrayList<>();
        Text rest = Trimming.start(text, CodePoints::isSpace);
        String chars = rest.chars();
        int from = 0;
        while (from < chars.length()) {
            budget.values(1);
            if (most >= 0 && parts.size() == most) {
                parts.add(rest.slice(from, chars.length()));
                return parts;
            }
            int end = from;
            while (end < chars.length() && !CodePoints.isSpace(chars.charAt(end))) {
                end++;
            }
            parts.add(rest.slice(from, end));
            while (end < chars.length() && CodePoints.isSpace(chars.charAt(end))) {
                end++;
            }
            from = end;
        }
        return parts;
    }

    private static boolean isLineEnd(char c) {
        return (c >= '\n' && c <= '\r') || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    /// Unit by unit: unlike a `StringBuilder`'s, surrogate pairs are turned too.
    private static String backwards(String text) {
        char[] chars = new char[text.length()];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = text.charAt(chars.length - 1 - i);
        }
        return new String(chars);
    }

    private static String nonEmpty(String separator) {
        if (separator.isEmpty()) {
            throw new TemplateFault("splits at an empty separator");
        }
        return separator;
    }
}
