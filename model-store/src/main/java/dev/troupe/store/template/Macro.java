package dev.troupe.store.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `{% macro name(parameters) %} ... {% endmacro %}`: a callable that gives a text.
record Macro(int line, String name, List<Parameter> parameters, List<Statement> body) implements Statement {
    record Parameter(String name, Optional<Expr> otherwise) {}

    /// `{% call(parameters) callee(...) %} ... {% endcall %}`: calls a macro that finds the body as
    /// `caller`.
    record CallBlock(int line, Macro body, Expr callee, CallArguments arguments) implements Statement {
        @Override
        public Flow execute(Frame frame, TextBuilder out) {
            Arguments given = arguments.evaluate(frame);
            Map<String, Value> named = new LinkedHashMap<>(given.named());
            named.put("caller", body.callable(frame));
            Value result = Calling.call(frame.evaluate(callee), new Arguments(given.positional(), named), frame);
            out.add(Printing.text(result, frame.budget()));
            return Flow.NEXT;
        }
    }

    @Override
    public Flow execute(Frame frame, TextBuilder out) {
        frame.set(name, callable(frame));
        return Flow.NEXT;
    }

    private Value callable(Frame definition) {
        return new Opaque.Callable(name, (args, frame) -> call(args, definition, frame));
    }

    private Value call(Arguments args, Frame definition, Frame caller) {
        int callLine = caller.budget().line();
        Frame inner = definition.child();
        if (args.positional().size() > parameters.size()) {
            throw new TemplateFault("macro '" + name + "' takes " + parameters.size() + " arguments, not "
                    + args.positional().size());
        }
        for (String given : args.named().keySet()) {
            boolean known = given.equals("caller")
                    || parameters.stream().anyMatch(p -> p.name().equals(given));
            if (!known) {
                throw new TemplateFault("macro '" + name + "' has no argument '" + given + "'");
            }
        }
        Optional.ofNullable(args.named().get("caller")).ifPresent(value -> inner.set("caller", value));
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            Value value = args.optional(i, parameter.name())
                    .or(() -> parameter.otherwise().map(inner::evaluate))
                    .orElseGet(() -> new Scalar.Undefined("the argument '" + parameter.name() + "'"));
            inner.set(parameter.name(), value);
        }
        TextBuilder out = caller.text();
        Statement.run(body, inner, out);
        caller.budget().at(callLine);
        return out.build();
    }
}
