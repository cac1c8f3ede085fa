package dev.troupe.store.template;

import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/// Cuts characters off the ends of a text.
final class Trimming {
    private Trimming() {}

    /// White space, or the characters of the first argument.
    static IntPredicate dropped(Arguments arguments) {
        return arguments
                .optional(0, "chars")
                .filter(value -> !(value instanceof Scalar.None))
                .<IntPredicate>map(_ -> {
                    Set<Integer> chars = arguments
                            .text(0, "chars")
                            .chars()
                            .codePoints()
                            .boxed()
                            .collect(Collectors.toSet());
                    return chars::contains;
                })
                .orElse(CodePoints::isSpace);
    }

    static Text both(Text text, IntPredicate dropped) {
        return end(start(text, dropped), dropped);
    }

    static Text start(Text text, IntPredicate dropped) {
        int from = 0;
        while (from < text.length()) {
            int c = text.chars().codePointAt(from);
            if (!dropped.test(c)) {
                break;
            }
            from += Character.charCount(c);
        }
        return text.slice(from, text.length());
    }

    static Text end(Text text, IntPredicate dropped) {
        int to = text.length();
        while (to > 0) {
            int c = text.chars().codePointBefore(to);
            if (!dropped.test(c)) {
                break;
            }
            to -= Character.charCount(c);
        }
        return text.slice(0, to);
    }
}
