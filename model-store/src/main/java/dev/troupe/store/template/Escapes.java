package dev.troupe.store.template;

import java.util.HexFormat;

/// Backslash escapes in string literals, as Python reads them.
final class Escapes {
    private Escapes() {}

    static String decode(String written, int line) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < written.length()) {
            char c = written.charAt(at);
            if (c != '\\') {
                out.append(c);
                at++;
            } else {
                at = escape(written, at + 1, out, line);
            }
        }
        return out.toString();
    }

    /// Returns the index behind the escape whose letter is at `at`.
    private static int escape(String written, int at, StringBuilder out, int line) {
        char letter = written.charAt(at);
        switch (letter) {
            case '\n' -> {}
            case '\\', '\'', '"' -> out.append(letter);
            case 'a' -> out.append('\u0007');
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'v' -> out.append('\u000b');
            case 'x' -> {
                return hex(written, at + 1, 2, out, line);
            }
            case 'u' -> {
                return hex(written, at + 1, 4, out, line);
            }
            case 'U' -> {
                return hex(written, at + 1, 8, out, line);
            }
            default -> {
                if (letter >= '0' && letter <= '7') {
                    return octal(written, at, out);
                }
                out.append('\\').append(letter);
            }
        }
        return at + 1;
    }

    private static int hex(String written, int from, int digits, StringBuilder out, int line) {
        int to = from + digits;
        if (to > written.length() || !written.substring(from, to).chars().allMatch(HexFormat::isHexDigit)) {
            throw new TemplateSyntax(line, "a \\x, \\u or \\U escape needs " + digits + " hexadecimal digits");
        }
        long value = HexFormat.fromHexDigitsToLong(written, from, to);
        if (value > Character.MAX_CODE_POINT) {
            throw new TemplateSyntax(line, "an escape names a character beyond U+10FFFF");
        }
        out.appendCodePoint((int) value);
        return to;
    }

    private static int octal(String written, int from, StringBuilder out) {
        int to = from;
        while (to < written.length() && to < from + 3 && written.charAt(to) >= '0' && written.charAt(to) <= '7') {
            to++;
        }
        out.append((char) Integer.parseInt(written.substring(from, to), 8));
        return to;
    }
}
