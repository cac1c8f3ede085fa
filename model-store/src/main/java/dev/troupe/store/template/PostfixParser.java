package dev.troupe.store.template;

import dev.troupe.store.template.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What can stand behind an operand: attributes, items, slices, calls, filters, tests.
final class PostfixParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    PostfixParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    Expr access(Expr target) {
        if (cursor.skipOperator(".")) {
            if (cursor.peek().kind() == Kind.INTEGER) {
                Token index = cursor.next();
                return new Indexing.Item(target, new Expr.Literal(position(index)));
            }
            return new Indexing.Attribute(target, cursor.expectName());
        }
        if (cursor.atOperator("(")) {
            return new Expr.Call(target, arguments());
        }
        cursor.expectOperator("[");
        Expr item = subscript(target);
        cursor.expectOperator("]");
        return item;
    }

    Expr filter(Expr input) {
        int line = cursor.line();
        String name = cursor.expectName();
        if (!Filters.exists(name)) {
            throw new TemplateSyntax(line, "there is no filter '" + name + "'");
        }
        return new Expr.Filtered(input, name, cursor.atOperator("(") ? arguments() : CallArguments.NONE);
    }

    /// Behind `is`.
    Expr test(Expr input) {
        boolean negated = cursor.skipName("not");
        int line = cursor.line();
        String name = cursor.expectName();
        if (!Tests.exists(name)) {
            throw new TemplateSyntax(line, "there is no test '" + name + "'");
        }
        Expr test = new Expr.Tested(input, name, testArguments());
        return negated ? new Logic.Not(test) : test;
    }

    CallArguments arguments() {
        cursor.expectOperator("(");
        List<Expr> positional = new ArrayList<>();
        Map<String, Expr> named = new LinkedHashMap<>();
        Optional<Expr> spread = Optional.empty();
        Optional<Expr> spreadNamed = Optional.empty();
        while (!cursor.skipOperator(")")) {
            if (cursor.skipOperator("**")) {
                spreadNamed = Optional.of(expressions.expression());
            } else if (cursor.skipOperator("*")) {
                spread = Optional.of(expressions.expression());
            } else if (cursor.peek().kind() == Kind.NAME && cursor.peekSecond().is(Kind.OPERATOR, "=")) {
                String name = cursor.expectName();
                cursor.expectOperator("=");
                named.put(name, expressions.expression());
            } else if (named.isEmpty() && spread.isEmpty()) {
                positional.add(expressions.expression());
            } else {
                throw cursor.unexpected("a named argument");
            }
            if (!cursor.atOperator(")")) {
                cursor.expectOperator(",");
            }
        }
        return new CallArguments(List.copyOf(positional), named, spread, spreadNamed);
    }

    private CallArguments testArguments() {
        if (cursor.atOperator("(")) {
            return arguments();
        }
        boolean operand = switch (cursor.peek().kind()) {
            case STRING, INTEGER, REAL -> true;
            case OPERATOR -> cursor.atOperator("[") || cursor.atOperator("{");
            case NAME -> !isKeyword(cursor.peek().text());
            default -> false;
        };
        return operand ? CallArguments.single(expressions.testOperand()) : CallArguments.NONE;
    }

    private static boolean isKeyword(String name) {
        return switch (name) {
            case "else", "or", "and", "if", "is", "in", "not", "recursive" -> true;
            default -> false;
        };
    }

    private Expr subscript(Expr target) {
        Optional<Expr> first = bound();
        if (!cursor.skipOperator(":")) {
            return new Indexing.Item(target, first.orElseThrow(() -> cursor.unexpected("an index")));
        }
        Optional<Expr> last = bound();
        Optional<Expr> step = cursor.skipOperator(":") ? bound() : Optional.empty();
        return new Indexing.Slice(target, first, last, step);
    }

    private Optional<Expr> bound() {
        return cursor.atOperator(":") || cursor.atOperator("]")
                ? Optional.empty()
                : Optional.of(expressions.expressionOrTuple());
    }

    private static Value position(Token index) {
        try {
            return new Scalar.Int(Integer.parseInt(index.text()));
        } catch (NumberFormatException e) {
            throw new TemplateSyntax(index.line(), "'" + index.text() + "' is no position");
        }
    }
}
