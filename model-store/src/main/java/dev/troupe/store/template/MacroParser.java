package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `macro` and `call`.
final class MacroParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final StatementParser statements;

    MacroParser(TokenCursor cursor, ExpressionParser expressions, StatementParser statements) {
        this.cursor = cursor;
        this.expressions = expressions;
        this.statements = statements;
    }

    Statement macro(int line) {
        String name = cursor.expectName();
        List<Macro.Parameter> parameters = parameters();
        return new Macro(line, name, parameters, statements.bodyUntil("endmacro"));
    }

    Statement call(int line) {
        List<Macro.Parameter> parameters = cursor.atOperator("(") ? parameters() : List.of();
        Expr call = expressions.expression();
        if (!(call instanceof Expr.Call(Expr callee, CallArguments arguments))) {
            throw new TemplateSyntax(line, "'call' needs a call");
        }
        Macro body = new Macro(line, "caller", parameters, statements.bodyUntil("endcall"));
        return new Macro.CallBlock(line, body, callee, arguments);
    }

    private List<Macro.Parameter> parameters() {
        List<Macro.Parameter> parameters = new ArrayList<>();
        cursor.expectOperator("(");
        while (!cursor.skipOperator(")")) {
            if (!parameters.isEmpty()) {
                cursor.expectOperator(",");
            }
            String name = cursor.expectName();
            Optional<Expr> otherwise =
                    cursor.skipOperator("=") ? Optional.of(expressions.expression()) : Optional.empty();
            parameters.add(new Macro.Parameter(name, otherwise));
        }
        return List.copyOf(parameters);
    }
}
