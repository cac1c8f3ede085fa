package dev.troupe.store.template;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Arguments as they are written.
record CallArguments(List<Expr> positional, Map<String, Expr> named) {
    static final CallArguments NONE = new CallArguments(List.of(), Map.of());

    Arguments evaluate(Frame frame) {
        if (positional.isEmpty() && named.isEmpty()) {
            return Arguments.NONE;
        }
        Map<String, Value> values = new LinkedHashMap<>();
        List<Value> list = positional.stream().map(frame::evaluate).toList();
        named.forEach((name, expr) -> values.put(name, frame.evaluate(expr)));
        return new Arguments(list, values);
    }
}
