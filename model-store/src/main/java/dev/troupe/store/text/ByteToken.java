package dev.troupe.store.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tokens written `<0x0A>`, which stand for one byte.
final class ByteToken {
    private static final Pattern FORM = Pattern.compile("<0x([0-9A-Fa-f]{2})>");

    private ByteToken() {}

    static Optional<Integer> value(String token) {
        Matcher matcher = FORM.matcher(token);
        return matcher.matches() ? Optional.of(Integer.parseInt(matcher.group(1), 16)) : Optional.empty();
    }
}
