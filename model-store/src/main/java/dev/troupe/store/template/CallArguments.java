package dev.troupe.store.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Arguments as they are written.
///
/// @param spread what stands behind `*`: more positional arguments
/// @param spreadNamed what stands behind `**`: more named arguments
record CallArguments(
        List<Expr> positional, Map<String, Expr> named, Optional<Expr> spread, Optional<Expr> spreadNamed) {
    static final CallArguments NONE = new CallArguments(List.of(), Map.of(), Optional.empty(), Optional.empty());

    static CallArguments single(Expr argument) {
        return new CallArguments(List.of(argument), Map.of(), Optional.empty(), Optional.empty());
    }

    Arguments evaluate(Frame frame) {
        List<Value> list = new ArrayList<>();
        positional.forEach(expr -> list.add(frame.evaluate(expr)));
        spread.ifPresent(expr -> list.addAll(Iterating.over(frame.evaluate(expr), frame.budget())));
        Map<String, Value> values = new LinkedHashMap<>();
        named.forEach((name, expr) -> values.put(name, frame.evaluate(expr)));
        spreadNamed.ifPresent(expr -> addNamed(frame.evaluate(expr), values, frame));
        return new Arguments(list, values);
    }

    private static void addNamed(Value value, Map<String, Value> values, Frame frame) {
        if (!(value instanceof DictValue dict)) {
            throw new TemplateFault("a dict is needed behind '**', not a " + value.typeName());
        }
        for (DictValue.Entry entry : dict.entries()) {
            frame.budget().step();
            values.put(Printing.text(entry.key(), frame.budget()).chars(), entry.value());
        }
    }
}
