package dev.troupe.store.template;

/// Python counts characters, Java counts UTF-16 units.
final class CodePoints {
    private CodePoints() {}

    static int length(Text text) {
        return text.chars().codePointCount(0, text.length());
    }

    /// The index in UTF-16 units of character `position` (`0..length`).
    static int index(Text text, int position) {
        return text.chars().offsetByCodePoints(0, position);
    }

    /// What Python's `str.isspace` accepts.
    static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint) || codePoint == 0x85;
    }
}
