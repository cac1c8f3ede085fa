package dev.troupe.store.template;

import dev.troupe.store.template.Statement.Branch;
import dev.troupe.store.template.Statement.Flow;
import dev.troupe.store.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Parses a whole template.
final class StatementParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final AssignmentParser assignments;
    private final MacroParser macros;

    StatementParser(List<Token> tokens, int maxDepth) {
        cursor = new TokenCursor(tokens, maxDepth);
        expressions = new ExpressionParser(cursor);
        assignments = new AssignmentParser(cursor, expressions, this);
        macros = new MacroParser(cursor, expressions, this);
    }

    List<Statement> template() {
        List<Statement> all = statements(Set.of());
        if (cursor.peek().kind() != Kind.END) {
            throw cursor.unexpected("the end of the template");
        }
        return all;
    }

    /// Statements up to a block tag with one of the names in `ends`, whose name is next then. Then
    /// `{%` is consumed.
    List<Statement> statements(Set<String> ends) {
        return cursor.nested(() -> {
            List<Statement> body = new ArrayList<>();
            while (cursor.peek().kind() != Kind.END) {
                if (cursor.peek().kind() == Kind.BLOCK_BEGIN
                        && ends.contains(cursor.peekSecond().text())) {
                    cursor.next();
                    return List.copyOf(body);
                }
                body.add(statement());
            }
            if (!ends.isEmpty()) {
                throw cursor.unexpected("'" + String.join("' or '", new TreeSet<>(ends)) + "'");
            }
            return List.copyOf(body);
        });
    }

    /// A body whose end tag is taken too.
    List<Statement> bodyUntil(String end) {
        endTag();
        List<Statement> body = statements(Set.of(end));
        cursor.next();
        endTag();
        return body;
    }

    void endTag() {
        cursor.expect(Kind.BLOCK_END, "the end of the tag");
    }

    private Statement statement() {
        Token token = cursor.next();
        return switch (token.kind()) {
            case DATA -> new Statement.Data(token.line(), Text.template(token.text()));
            case OUTPUT_BEGIN -> {
                Expr value = expressions.expressionOrTuple();
                cursor.expect(Kind.OUTPUT_END, "the end of the output tag");
                yield new Statement.Output(token.line(), value);
            }
            case BLOCK_BEGIN -> block(token.line());
            default -> throw new TemplateSyntax(token.line(), "unexpected " + token.shown());
        };
    }

    private Statement block(int line) {
        String keyword = cursor.expectName();
        return switch (keyword) {
            case "if" -> conditional(line);
            case "for" -> loop(line);
            case "set" -> assignments.set(line);
            case "with" -> assignments.with(line);
            case "filter" -> {
                Expr filters = expressions.filterChain(new Expr.Name(Captured.INPUT));
                yield new Statement.FilterBlock(line, filters, bodyUntil("endfilter"));
            }
            case "macro" -> macros.macro(line);
            case "call" -> macros.call(line);
            case "generation" -> new Statement.Group(line, bodyUntil("endgeneration"));
            case "break" -> jump(line, Flow.BREAK);
            case "continue" -> jump(line, Flow.CONTINUE);
            default -> throw new TemplateSyntax(line, "the tag '" + keyword + "' is not supported");
        };
    }

    private Statement jump(int line, Flow flow) {
        endTag();
        return new Statement.Jump(line, flow);
    }

    private Statement conditional(int line) {
        List<Branch> branches = new ArrayList<>();
        List<Statement> otherwise = List.of();
        String keyword = "elif";
        int branchLine = line;
        while (keyword.equals("elif")) {
            Expr condition = expressions.expressionOrTuple();
            endTag();
            branches.add(new Branch(branchLine, condition, statements(Set.of("elif", "else", "endif"))));
            branchLine = cursor.line();
            keyword = cursor.expectName();
        }
        if (keyword.equals("else")) {
            otherwise = bodyUntil("endif");
        } else {
            endTag();
        }
        return new Statement.If(line, List.copyOf(branches), otherwise);
    }

    private Statement loop(int line) {
        Target target = assignments.target();
        if (!cursor.skipName("in")) {
            throw cursor.unexpected("'in'");
        }
        Expr items = expressions.loopItems();
        Optional<Expr> condition = cursor.skipName("if") ? Optional.of(expressions.expression()) : Optional.empty();
        boolean recursive = cursor.skipName("recursive");
        endTag();
        List<Statement> body = statements(Set.of("else", "endfor"));
        List<Statement> otherwise = List.of();
        if (cursor.expectName().equals("else")) {
            otherwise = bodyUntil("endfor");
        } else {
            endTag();
        }
        return new Loop(line, target, items, condition, recursive, body, otherwise);
    }
}
