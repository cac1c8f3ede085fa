package dev.troupe.store.template;

import dev.troupe.store.template.Arithmetic.Operator;
import dev.troupe.store.template.Logic.Comparison;
import dev.troupe.store.template.Logic.Relation;
import dev.troupe.store.template.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A Pratt parser for expressions: each operator has a binding power, and an operand takes the
/// operators to its right that bind at least as hard as asked for.
///
/// The order is Jinja's, which is not Python's everywhere: `~` binds between `+` and `*`, a filter
/// or test looser than a sign but harder than `**`.
final class ExpressionParser {
    private static final int OR = 10;
    private static final int AND = 20;
    private static final int NOT = 30;
    private static final int COMPARE = 40;
    private static final int SUM = 50;
    private static final int CONCAT = 60;
    private static final int PRODUCT = 70;
    private static final int POWER = 80;
    private static final int FILTER = 90;
    private static final int SIGN = 100;
    private static final int POSTFIX = 110;

    private static final Map<String, Operator> ARITHMETIC = Map.of(
            "+", Operator.ADD,
            "-", Operator.SUBTRACT,
            "*", Operator.MULTIPLY,
            "/", Operator.DIVIDE,
            "//", Operator.FLOOR,
            "%", Operator.REMAINDER,
            "**", Operator.POWER);

    private static final Map<String, Relation> RELATIONS = Map.of(
            "==", Relation.EQUAL,
            "!=", Relation.NOT_EQUAL,
            "<", Relation.LESS,
            "<=", Relation.AT_MOST,
            ">", Relation.GREATER,
            ">=", Relation.AT_LEAST,
            "in", Relation.IN,
            "not", Relation.NOT_IN);

    private final TokenCursor cursor;
    private final PrimaryParser primary;
    private final PostfixParser postfix;

    ExpressionParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.primary = new PrimaryParser(cursor, this);
        this.postfix = new PostfixParser(cursor, this);
    }

    /// A whole expression, with `a if b else c`.
    Expr expression() {
        return cursor.nested(() -> {
            Expr value = operand(OR);
            while (cursor.skipName("if")) {
                Expr condition = operand(OR);
                Optional<Expr> otherwise = cursor.skipName("else") ? Optional.of(expression()) : Optional.empty();
                value = new Expr.Conditional(condition, value, otherwise);
            }
            return value;
        });
    }

    /// What a loop walks: an `if` behind it does not belong to it.
    Expr loopItems() {
        Expr first = operand(OR);
        return cursor.atOperator(",") ? primary.restOfTuple(first, () -> operand(OR)) : first;
    }

    /// One expression, or several with commas as a tuple.
    Expr expressionOrTuple() {
        Expr first = expression();
        return cursor.atOperator(",") ? primary.restOfTuple(first, this::expression) : first;
    }

    /// What a test may take without brackets.
    Expr testOperand() {
        return operand(POSTFIX);
    }

    CallArguments arguments() {
        return postfix.arguments();
    }

    /// `name|name|...` without an input in front, as in `{% filter %}`.
    Expr filterChain(Expr input) {
        Expr chain = postfix.filter(input);
        while (cursor.skipOperator("|")) {
            chain = postfix.filter(chain);
        }
        return chain;
    }

    Expr operand(int least) {
        return cursor.nested(() -> {
            Expr left = prefix();
            int power = power(cursor.peek());
            while (power >= least) {
                left = infix(left, power);
                power = power(cursor.peek());
            }
            return left;
        });
    }

    private Expr prefix() {
        if (cursor.skipName("not")) {
            return new Logic.Not(operand(NOT));
        }
        if (cursor.skipOperator("-")) {
            return new Arithmetic.Negation(operand(SIGN), true);
        }
        if (cursor.skipOperator("+")) {
            return new Arithmetic.Negation(operand(SIGN), false);
        }
        return primary.primary();
    }

    /// Binding power of an operator behind an operand; 0 for what is none.
    private int power(Token token) {
        if (token.kind() == Kind.NAME) {
            return switch (token.text()) {
                case "or" -> OR;
                case "and" -> AND;
                case "in" -> COMPARE;
                case "not" -> cursor.peekSecond().is(Kind.NAME, "in") ? COMPARE : 0;
                case "is" -> FILTER;
                default -> 0;
            };
        }
        if (token.kind() != Kind.OPERATOR) {
            return 0;
        }
        return switch (token.text()) {
            case "==", "!=", "<", "<=", ">", ">=" -> COMPARE;
            case "+", "-" -> SUM;
            case "~" -> CONCAT;
            case "*", "/", "//", "%" -> PRODUCT;
            case "**" -> POWER;
            case "|" -> FILTER;
            case ".", "[", "(" -> POSTFIX;
            default -> 0;
        };
    }

    private Expr infix(Expr left, int power) {
        return switch (power) {
            case OR -> {
                cursor.next();
                yield new Logic.Or(left, operand(OR + 1));
            }
            case AND -> {
                cursor.next();
                yield new Logic.And(left, operand(AND + 1));
            }
            case COMPARE -> comparison(left);
            case CONCAT -> {
                cursor.next();
                yield new Arithmetic.Concat(left, operand(CONCAT + 1));
            }
            case FILTER -> cursor.skipName("is") ? postfix.test(left) : filterBehindBar(left);
            case POSTFIX -> postfix.access(left);
            default -> {
                Operator operator = ARITHMETIC.get(cursor.next().text());
                yield new Arithmetic.Binary(operator, left, operand(power + 1));
            }
        };
    }

    private Expr filterBehindBar(Expr left) {
        cursor.expectOperator("|");
        return postfix.filter(left);
    }

    private Expr comparison(Expr left) {
        List<Comparison.Part> parts = new ArrayList<>();
        while (power(cursor.peek()) == COMPARE) {
            Relation relation = RELATIONS.get(cursor.next().text());
            if (relation == Relation.NOT_IN) {
                cursor.next();
            }
            parts.add(new Comparison.Part(relation, operand(COMPARE + 1)));
        }
        return new Comparison(left, List.copyOf(parts));
    }
}
