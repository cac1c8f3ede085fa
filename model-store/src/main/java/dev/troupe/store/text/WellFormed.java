package dev.troupe.store.text;

/// Text that can be written as UTF-8.
final class WellFormed {
    private static final char REPLACEMENT = '\ufffd';

    private WellFormed() {}

    /// Replaces each lone surrogate by U+FFFD.
    static String text(String text) {
        StringBuilder repaired = new StringBuilder(text.length());
        boolean broken = false;
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            boolean lone = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            repaired.appendCodePoint(lone ? REPLACEMENT : c);
            broken |= lone;
            at += Character.charCount(c);
        }
        return broken ? repaired.toString() : text;
    }
}
