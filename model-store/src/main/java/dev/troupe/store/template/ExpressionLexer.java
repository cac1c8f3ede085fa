package dev.troupe.store.template;

import dev.troupe.store.template.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Cuts the inside of one tag into tokens.
final class ExpressionLexer {
    /// Possessive, and so without recursion: a source may be one long number.
    private static final String DIGITS = "[0-9][0-9_]*+";

    private static final Pattern REAL =
            Pattern.compile(DIGITS + "(?:\\." + DIGITS + ")?[eE][+-]?\\d++|" + DIGITS + "\\." + DIGITS);
    private static final Pattern INTEGER = Pattern.compile("0[bB][01_]*+|0[oO][0-7_]*+|0[xX][0-9a-fA-F_]*+|" + DIGITS);
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*+");
    private static final Pattern OPERATOR = Pattern.compile("\\*\\*|//|==|!=|>=|<=|[-+/*%~\\[\\](){}<>=.:|,;]");

    private final String source;
    private final List<Token> tokens;
    private final Deque<String> open = new ArrayDeque<>();
    private int at;
    private int line;
    private char sign = ' ';

    ExpressionLexer(String source, int at, int line, List<Token> tokens) {
        this.source = source;
        this.at = at;
        this.line = line;
        this.tokens = tokens;
    }

    /// Index behind the tag.
    int end() {
        return at;
    }

    int line() {
        return line;
    }

    /// `-` or `+` in front of the tag's end, or a blank.
    char sign() {
        return sign;
    }

    void run(String closer) {
        while (true) {
            skipBlanks();
            if (at == source.length()) {
                throw new TemplateSyntax(line, "a tag is not closed: '" + closer + "' is missing");
            }
            if (open.isEmpty() && closes(closer)) {
                return;
            }
            token();
        }
    }

    private boolean closes(String closer) {
        char first = source.charAt(at);
        boolean signed = first == '-' || (first == '+' && closer.equals("%}"));
        int start = signed ? at + 1 : at;
        if (!source.startsWith(closer, start)) {
            return false;
        }
        sign = signed ? first : ' ';
        at = start + closer.length();
        return true;
    }

    private void token() {
        char first = source.charAt(at);
        if (first == '"' || first == '\'') {
            string(first);
        } else if (!(source.charAt(at - 1) != '.' && matched(REAL, Kind.REAL))
                && !matched(INTEGER, Kind.INTEGER)
                && !matched(NAME, Kind.NAME)
                && !matched(OPERATOR, Kind.OPERATOR)) {
            throw new TemplateSyntax(line, "unexpected character '" + first + "'");
        }
    }

    private boolean matched(Pattern pattern, Kind kind) {
        Matcher matcher = pattern.matcher(source).region(at, source.length());
        if (!matcher.lookingAt()) {
            return false;
        }
        tokens.add(new Token(kind, matcher.group(), line));
        at = matcher.end();
        if (kind == Kind.OPERATOR) {
            balance(matcher.group());
        }
        return true;
    }

    private void balance(String operator) {
        switch (operator) {
            case "(" -> open.push(")");
            case "[" -> open.push("]");
            case "{" -> open.push("}");
            case ")", "]", "}" -> {
                if (open.isEmpty() || !open.pop().equals(operator)) {
                    throw new TemplateSyntax(line, "unexpected '" + operator + "'");
                }
            }
            default -> {}
        }
    }

    private void string(char quote) {
        int end = at + 1;
        while (end < source.length() && source.charAt(end) != quote) {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= source.length()) {
            throw new TemplateSyntax(line, "a string is not closed");
        }
        String written = source.substring(at + 1, end);
        tokens.add(new Token(Kind.STRING, Escapes.decode(written, line), line));
        line += (int) written.chars().filter(c -> c == '\n').count();
        at = end + 1;
    }

    private void skipBlanks() {
        while (at < source.length() && CodePoints.isSpace(source.charAt(at))) {
            if (source.charAt(at) == '\n') {
                line++;
            }
            at++;
        }
    }
}
