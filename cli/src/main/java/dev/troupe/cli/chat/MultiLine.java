package dev.troupe.cli.chat;

import java.util.Optional;

/// Joins typed lines to one text: a line that ends with `\` goes on in the next one, and `"""`
/// opens a text that ends at the next `"""`.
final class MultiLine {
    private static final String QUOTE = "\"\"\"";

    private final StringBuilder text = new StringBuilder();
    private boolean quoted;

    /// Takes one line; gives the whole text once it is complete.
    Optional<String> add(String line) {
        return quoted ? addQuoted(line) : addPlain(line);
    }

    private Optional<String> addPlain(String line) {
        if (text.isEmpty() && line.stripLeading().startsWith(QUOTE)) {
            quoted = true;
            return addQuoted(line.stripLeading().substring(QUOTE.length()));
        }
        if (line.endsWith("\\")) {
            text.append(line, 0, line.length() - 1).append('\n');
            return Optional.empty();
        }
        return complete(line);
    }

    private Optional<String> addQuoted(String line) {
        if (line.stripTrailing().endsWith(QUOTE)) {
            String last = line.stripTrailing();
            return complete(last.substring(0, last.length() - QUOTE.length()));
        }
        text.append(line).append('\n');
        return Optional.empty();
    }

    private Optional<String> complete(String line) {
        String whole = text.append(line).toString();
        reset();
        return Optional.of(whole);
    }

    boolean isOpen() {
        return quoted || !text.isEmpty();
    }

    /// Drops what was typed so far.
    void reset() {
        text.setLength(0);
        quoted = false;
    }
}
