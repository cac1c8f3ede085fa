package dev.troupe.store.template;

import java.util.OptionalInt;

/// Looks for one string in others, in time linear in both: templates and requests come from
/// strangers, and the usual search takes the product of both lengths on strings made for it.
final class Search {
    /// Up to here that product is small, and the library's search is fast.
    private static final int SHORT = 16;

    private final String part;
    private final int[] shorter;

    /// @param part at least one character
    Search(String part) {
        this.part = part;
        this.shorter = part.length() <= SHORT ? new int[0] : shorter(part);
    }

    static boolean contains(String text, String part) {
        return part.isEmpty() || new Search(part).first(text, 0).isPresent();
    }

    /// Where the first match at or behind `from` begins.
    OptionalInt first(String text, int from) {
        if (part.length() <= SHORT) {
            int found = text.indexOf(part, from);
            return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
        }
        int matched = 0;
        for (int i = from; i < text.length(); i++) {
            matched = advance(matched, text.charAt(i));
            if (matched == part.length()) {
                return OptionalInt.of(i + 1 - matched);
            }
        }
        return OptionalInt.empty();
    }

    int length() {
        return part.length();
    }

    private int advance(int before, char next) {
        int matched = before;
        while (matched > 0 && part.charAt(matched) != next) {
            matched = shorter[matched];
        }
        return part.charAt(matched) == next ? matched + 1 : 0;
    }

    /// For each beginning of `part`, the length of the longest shorter beginning that it ends with.
    private static int[] shorter(String part) {
        int[] shorter = new int[part.length() + 1];
        int matched = 0;
        for (int i = 1; i < part.length(); i++) {
            while (matched > 0 && part.charAt(matched) != part.charAt(i)) {
                matched = shorter[matched];
            }
            matched = part.charAt(matched) == part.charAt(i) ? matched + 1 : 0;
            shorter[i + 1] = matched;
        }
        return shorter;
    }
}
