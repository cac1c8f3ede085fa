package dev.troupe.control.json;

import java.util.OptionalInt;

/// Looks for characters that are no text.
final class Surrogates {
    private Surrogates() {}

    static OptionalInt firstLone(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (!pair) {
                return OptionalInt.of(i);
            }
            i++;
        }
        return OptionalInt.empty();
    }
}
