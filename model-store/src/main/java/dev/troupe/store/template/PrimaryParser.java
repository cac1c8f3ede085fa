package dev.troupe.store.template;

import dev.troupe.store.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Literals, names, brackets.
final class PrimaryParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    PrimaryParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    Expr primary() {
        Token token = cursor.next();
        return switch (token.kind()) {
            case NAME -> name(token.text());
            case STRING -> string(token);
            case INTEGER -> new Expr.Literal(new Scalar.Int(integer(token)));
            case REAL -> new Expr.Literal(new Scalar.Real(Double.parseDouble(plain(token))));
            case OPERATOR -> bracket(token);
            default -> throw unexpected(token);
        };
    }

    /// The rest of `first, second, ...`.
    Expr restOfTuple(Expr first, Supplier<Expr> item) {
        List<Expr> items = new ArrayList<>(List.of(first));
        while (cursor.skipOperator(",")) {
            if (atEndOfList()) {
                break;
            }
            items.add(item.get());
        }
        return new Expr.Listing(List.copyOf(items), true);
    }

    private Expr name(String name) {
        return switch (name) {
            case "true", "True" -> new Expr.Literal(Scalar.Bool.TRUE);
            case "false", "False" -> new Expr.Literal(Scalar.Bool.FALSE);
            case "none", "None" -> new Expr.Literal(Scalar.None.NONE);
            default -> new Expr.Name(name);
        };
    }

    /// Neighbouring literals are one.
    private Expr string(Token first) {
        StringBuilder all = new StringBuilder(first.text());
        while (cursor.peek().kind() == Kind.STRING) {
            all.append(cursor.next().text());
        }
        return new Expr.Literal(Text.template(all.toString()));
    }

    private static long integer(Token token) {
        String digits = plain(token);
        int radix = switch (digits.length() > 1 ? Character.toLowerCase(digits.charAt(1)) : ' ') {
            case 'x' -> 16;
            case 'o' -> 8;
            case 'b' -> 2;
            default -> 10;
        };
        try {
            return Long.parseLong(radix == 10 ? digits : digits.substring(2), radix);
        } catch (NumberFormatException e) {
            throw new TemplateSyntax(token.line(), "the integer " + digits + " does not fit 64 bits");
        }
    }

    private static String plain(Token token) {
        return token.text().replace("_", "");
    }

    private Expr bracket(Token token) {
        return switch (token.text()) {
            case "(" -> inParentheses();
            case "[" -> new Expr.Listing(items(), false);
            case "{" -> mapping();
            default -> throw unexpected(token);
        };
    }

    private Expr inParentheses() {
        if (cursor.skipOperator(")")) {
            return new Expr.Listing(List.of(), true);
        }
        Expr inside = expressions.expressionOrTuple();
        cursor.expectOperator(")");
        return inside;
    }

    private List<Expr> items() {
        List<Expr> items = new ArrayList<>();
        while (!cursor.skipOperator("]")) {
            if (!items.isEmpty()) {
                cursor.expectOperator(",");
                if (cursor.skipOperator("]")) {
                    break;
                }
            }
            items.add(expressions.expression());
        }
        return List.copyOf(items);
    }

    private Expr mapping() {
        List<Map.Entry<Expr, Expr>> pairs = new ArrayList<>();
        while (!cursor.skipOperator("}")) {
            if (!pairs.isEmpty()) {
                cursor.expectOperator(",");
                if (cursor.skipOperator("}")) {
                    break;
                }
            }
            Expr key = expressions.expression();
            cursor.expectOperator(":");
            pairs.add(Map.entry(key, expressions.expression()));
        }
        return new Expr.Mapping(List.copyOf(pairs));
    }

    private boolean atEndOfList() {
        return switch (cursor.peek().kind()) {
            case BLOCK_END, OUTPUT_END, END -> true;
            case OPERATOR -> cursor.atOperator(")") || cursor.atOperator("]") || cursor.atOperator("=");
            default -> cursor.atName("in");
        };
    }

    private static TemplateSyntax unexpected(Token token) {
        return new TemplateSyntax(token.line(), "expected a value, found " + token.shown());
    }
}
