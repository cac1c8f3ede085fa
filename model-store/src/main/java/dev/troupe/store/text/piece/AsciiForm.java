package dev.troupe.store.text.piece;

import java.util.Map;
import java.util.Optional;

/// Rewrites an expression so that it says in ASCII what it says about letters and digits.
final class AsciiForm {
    private static final Map<String, String> RANGES =
            Map.of("\\p{L}", "a-zA-Z", "\\p{Lu}", "A-Z", "\\p{Ll}", "a-z", "\\p{N}", "0-9", "\\p{Nd}", "0-9");

    private AsciiForm() {}

    static String of(String source) {
        StringBuilder form = new StringBuilder();
        int inside = 0;
        int at = 0;
        while (at < source.length()) {
            Optional<String> named = named(source, at);
            if (named.isPresent()) {
                String range = RANGES.get(named.get());
                form.append(inside > 0 ? range : "[" + range + "]");
                at += named.get().length();
                continue;
            }
            char c = source.charAt(at);
            int length = c == '\\' ? Math.min(2, source.length() - at) : 1;
            inside += c == '[' ? 1 : c == ']' && inside > 0 ? -1 : 0;
            form.append(source, at, at + length);
            at += length;
        }
        return form.toString();
    }

    private static Optional<String> named(String source, int at) {
        return RANGES.keySet().stream()
                .filter(name -> source.startsWith(name, at))
                .findFirst();
    }
}
