package dev.troupe.cli.chat;

/// Makes a model's text safe for a terminal: control characters could move the cursor, change
/// titles or run commands of the terminal.
final class TerminalText {
    private TerminalText() {}

    /// The text without control characters, line feed and tab apart.
    static String visible(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints()
                .filter(point -> point == '\n' || point == '\t' || !Character.isISOControl(point))
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
