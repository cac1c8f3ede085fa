package dev.troupe.store.template;

import dev.troupe.store.template.Token.Kind;
import java.util.List;
import java.util.function.Supplier;

/// A place in a list of tokens, for the parsers.
final class TokenCursor {
    private final List<Token> tokens;
    private final int maxDepth;
    private int at;
    private int depth;

    TokenCursor(List<Token> tokens, int maxDepth) {
        this.tokens = tokens;
        this.maxDepth = maxDepth;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekSecond() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (token.kind() != Kind.END) {
            at++;
        }
        return token;
    }

    int line() {
        return peek().line();
    }

    boolean atOperator(String text) {
        return peek().is(Kind.OPERATOR, text);
    }

    boolean atName(String text) {
        return peek().is(Kind.NAME, text);
    }

    boolean skipOperator(String text) {
        return skip(Kind.OPERATOR, text);
    }

    boolean skipName(String text) {
        return skip(Kind.NAME, text);
    }

    void expectOperator(String text) {
        if (!skipOperator(text)) {
            throw unexpected("'" + text + "'");
        }
    }

    String expectName() {
        return expect(Kind.NAME, "a name").text();
    }

    Token expect(Kind kind, String what) {
        if (peek().kind() != kind) {
            throw unexpected(what);
        }
        return next();
    }

    TemplateSyntax unexpected(String wanted) {
        return new TemplateSyntax(line(), "expected " + wanted + ", found " + peek().shown());
    }

    /// Parses something nested.
    <T> T nested(Supplier<T> parser) {
        if (depth == maxDepth) {
            throw new TemplateSyntax(line(), "nests deeper than " + maxDepth);
        }
        depth++;
        try {
            return parser.get();
        } finally {
            depth--;
        }
    }

    private boolean skip(Kind kind, String text) {
        if (!peek().is(kind, text)) {
            return false;
        }
        next();
        return true;
    }
}
