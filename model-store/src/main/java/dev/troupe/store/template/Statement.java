package dev.troupe.store.template;

import java.util.List;
import java.util.Optional;

/// A node that writes, sets or decides. Immutable, like {@link Expr}.
interface Statement {
    /// What comes after a statement.
    enum Flow {
        NEXT,
        BREAK,
        CONTINUE
    }

    int line();

    Flow execute(Frame frame, TextBuilder out);

    static Flow run(List<Statement> body, Frame frame, TextBuilder out) {
        Budget budget = frame.budget();
        budget.enter();
        for (Statement statement : body) {
            budget.step();
            budget.at(statement.line());
            Flow flow = statement.execute(frame, out);
            if (flow != Flow.NEXT) {
                budget.leave();
                return flow;
            }
        }
        budget.leave();
        return Flow.NEXT;
    }

    /// Text between tags.
    record Data(int line, Text text) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            out.add(text);
            return Flow.NEXT;
        }
    }

    record Output(int line, Expr value) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            out.add(Printing.text(frame.evaluate(value), frame.budget()));
            return Flow.NEXT;
        }
    }

    record Branch(int line, Expr condition, List<Statement> body) {}

    record If(int line, List<Branch> branches, List<Statement> otherwise) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            for (Branch branch : branches) {
                frame.budget().at(branch.line());
                if (Truth.of(frame.evaluate(branch.condition()))) {
                    return run(branch.body(), frame, out);
                }
            }
            return run(otherwise, frame, out);
        }
    }

    record Set(int line, Target target, Expr value) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            target.assign(frame.evaluate(value), frame);
            return Flow.NEXT;
        }
    }

    /// `{% set name %} ... {% endset %}`, and through a filter.
    record SetBlock(int line, Target target, Optional<Expr> filters, List<Statement> body) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            target.assign(Captured.run(body, filters, frame), frame);
            return Flow.NEXT;
        }
    }

    record FilterBlock(int line, Expr filters, List<Statement> body) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            Value filtered = Captured.run(body, Optional.of(filters), frame);
            out.add(Printing.text(filtered, frame.budget()));
            return Flow.NEXT;
        }
    }

    record With(int line, List<Set> variables, List<Statement> body) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            Frame inner = frame.child();
            variables.forEach(set -> set.target().assign(frame.evaluate(set.value()), inner));
            return run(body, inner, out);
        }
    }

    /// `{% generation %} ... {% endgeneration %}`: marks what the model wrote; here only its body
    /// counts.
    record Group(int line, List<Statement> body) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            return run(body, frame, out);
        }
    }

    record Jump(int line, Flow flow) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            return flow;
        }
    }
}
