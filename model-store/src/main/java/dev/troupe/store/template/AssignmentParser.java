package dev.troupe.store.template;

import dev.troupe.store.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `set`, `with`, and the targets of loops.
final class AssignmentParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final StatementParser statements;

    AssignmentParser(TokenCursor cursor, ExpressionParser expressions, StatementParser statements) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.statements = statements;
    }

    Statement set(int line) {
        Target target = target();
        if (cursor.skipOperator("=")) {
            Expr value = expressions.expressionOrTuple();
            statements.endTag();
            return new Statement.Set(line, target, value);
        }
        Optional<Expr> filters = cursor.skipOperator("|")
                ? Optional.of(expressions.filterChain(new Expr.Name(Captured.INPUT)))
                : Optional.empty();
        return new Statement.SetBlock(line, target, filters, statements.bodyUntil("endset"));
    }

    Statement with(int line) {
        List<Statement.Set> variables = new ArrayList<>();
        while (cursor.peek().kind() != Kind.BLOCK_END) {
            if (!variables.isEmpty()) {
                cursor.expectOperator(",");
            }
            Target target = single();
            cursor.expectOperator("=");
            variables.add(new Statement.Set(line, target, expressions.expression()));
        }
        return new Statement.With(line, List.copyOf(variables), statements.bodyUntil("endwith"));
    }

    /// One target, or several with commas.
    Target target() {
        Target first = single();
        if (!cursor.atOperator(",")) {
            return first;
        }
        List<Target> parts = new ArrayList<>(List.of(first));
        while (cursor.skipOperator(",")) {
            if (cursor.peek().kind() != Kind.NAME || cursor.atName("in")) {
                break;
            }
            parts.add(single());
        }
        return new Target.Tuple(List.copyOf(parts));
    }

    private Target single() {
        if (cursor.skipOperator("(")) {
            Target inside = cursor.nested(this::target);
            cursor.expectOperator(")");
            return inside;
        }
        int line = cursor.line();
        String name = cursor.expectName();
        if (cursor.skipOperator(".")) {
            return new Target.Attribute(name, cursor.expectName());
        }
        switch (name) {
            case "true", "false", "none", "True", "False", "None" ->
                throw new TemplateSyntax(line, "'" + name + "' cannot be set");
            default -> {
                return new Target.Name(name);
            }
        }
    }
}
