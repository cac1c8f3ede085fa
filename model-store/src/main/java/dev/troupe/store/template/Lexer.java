package dev.troupe.store.template;

import dev.troupe.store.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Cuts a template into tokens, and applies the rules for white space around tags: the first
/// newline after a block or comment goes (`trim_blocks`), blanks in front of one at the start of a
/// line go (`lstrip_blocks`), a `-` takes all white space on its side, a `+` keeps it.
final class Lexer {
    private static final Pattern NEWLINE = Pattern.compile("\r\n|\r");
    private static final Pattern RAW = Pattern.compile("\\{%[-+]?\\s*raw\\s*(?:(-)%\\}|%\\})");
    private static final Pattern END_RAW = Pattern.compile("\\{%([-+]?)\\s*endraw\\s*([-+]?)%\\}");

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private boolean lineStarting = true;

    private Lexer(String source) {
        this.source = source;
    }

    static List<Token> tokens(String source) {
        String lines = NEWLINE.matcher(source).replaceAll("\n");
        String whole = lines.endsWith("\n") ? lines.substring(0, lines.length() - 1) : lines;
        return new Lexer(whole).run();
    }

    private List<Token> run() {
        while (at < source.length()) {
            int tag = nextTag(at);
            if (tag == source.length()) {
                data(source.substring(at));
                advance(tag);
            } else {
                textBefore(tag, source.charAt(tag + 1) != '{');
                tag(tag);
            }
        }
        tokens.add(new Token(Kind.END, "", line));
        return tokens;
    }

    private int nextTag(int from) {
        for (int i = from; i + 1 < source.length(); i++) {
            if (source.charAt(i) == '{' && "{%#".indexOf(source.charAt(i + 1)) >= 0) {
                return i;
            }
        }
        return source.length();
    }

    private void textBefore(int tag, boolean block) {
        String text = source.substring(at, tag);
        char sign = tag + 2 < source.length() ? source.charAt(tag + 2) : ' ';
        if (sign == '-') {
            data(stripEnd(text));
        } else if (sign != '+' && block) {
            int lineStart = text.lastIndexOf('\n') + 1;
            boolean opensLine = (lineStart > 0 || lineStarting)
                    && stripEnd(text.substring(lineStart)).isEmpty();
            data(opensLine ? text.substring(0, lineStart) : text);
        } else {
            data(text);
        }
        advance(tag);
    }

    private void tag(int tag) {
        Matcher raw = RAW.matcher(source).region(tag, source.length());
        if (raw.lookingAt()) {
            raw(raw);
            return;
        }
        char kind = source.charAt(tag + 1);
        int signed = tag + 2 < source.length() && "-+".indexOf(source.charAt(tag + 2)) >= 0 ? 1 : 0;
        if (kind == '#') {
            comment(tag + 2 + signed);
            return;
        }
        boolean output = kind == '{';
        tokens.add(new Token(output ? Kind.OUTPUT_BEGIN : Kind.BLOCK_BEGIN, "", line));
        advance(tag + 2 + signed);
        ExpressionLexer inside = new ExpressionLexer(source, at, line, tokens);
        inside.run(output ? "}}" : "%}");
        line = inside.line();
        at = inside.end();
        tokens.add(new Token(output ? Kind.OUTPUT_END : Kind.BLOCK_END, "", line));
        endTag(inside.sign(), !output);
    }

    private void comment(int from) {
        int end = source.indexOf("#}", from);
        if (end < 0) {
            throw new TemplateSyntax(line, "a comment is not closed");
        }
        char sign = end > from ? source.charAt(end - 1) : ' ';
        advance(end + 2);
        endTag(sign, true);
    }

    private void raw(Matcher begin) {
        int from = begin.end();
        if (begin.group(1) != null) {
            while (from < source.length() && CodePoints.isSpace(source.charAt(from))) {
                from++;
            }
        }
        Matcher end = END_RAW.matcher(source);
        if (!end.find(from)) {
            throw new TemplateSyntax(line, "a raw block is not closed");
        }
        advance(from);
        lineStarting = false;
        textBefore(end.start(), true);
        advance(end.end());
        endTag(end.group(2).isEmpty() ? ' ' : end.group(2).charAt(0), true);
    }

    /// Drops what the end of a tag takes with it; `at` is behind the tag.
    private void endTag(char sign, boolean block) {
        int end = at;
        if (sign == '-') {
            while (end < source.length() && CodePoints.isSpace(source.charAt(end))) {
                end++;
            }
        } else if (sign != '+' && block && end < source.length() && source.charAt(end) == '\n') {
            end++;
        }
        advance(end);
        lineStarting = source.charAt(end - 1) == '\n';
    }

    private void data(String text) {
        if (!text.isEmpty()) {
            tokens.add(new Token(Kind.DATA, text, line));
        }
    }

    private void advance(int to) {
        line += (int) source.substring(at, to).chars().filter(c -> c == '\n').count();
        at = to;
    }

    private static String stripEnd(String text) {
        int end = text.length();
        while (end > 0 && CodePoints.isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }
}
