package dev.troupe.store.template;

import dev.troupe.store.template.ProvenanceText.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Turns a caller's values into values of the language. All strings are data, with two exceptions:
/// the model's own literals, and roles out of a closed list. Templates that write `'<|' + role +
/// '|>'` mean a special token, and one of these few words cannot be anything else.
final class Conversion {
    private static final Set<String> LITERALS = Set.of("bos_token", "eos_token");
    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool", "function");

    private final Budget budget;

    Conversion(Budget budget) {
        this.budget = budget;
    }

    Value global(String name, Object value) {
        return LITERALS.contains(name) && value instanceof String text ? Text.template(text) : value(value);
    }

    private Value value(Object value) {
        budget.step();
        return switch (value) {
            case null -> Scalar.None.NONE;
            case String text -> new Text(text, Origin.DATA, new int[0]);
            case Boolean bool -> Scalar.Bool.of(bool);
            case Integer number -> new Scalar.Int(number);
            case Long number -> new Scalar.Int(number);
            case Number number -> new Scalar.Real(number.doubleValue());
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            default ->
                throw new TemplateFault("cannot take a " + value.getClass().getSimpleName());
        };
    }

    private Value list(List<?> list) {
        budget.enter();
        List<Value> items = new ArrayList<>(list.size());
        list.forEach(item -> items.add(value(item)));
        budget.leave();
        return ListValue.of(items, budget);
    }

    private Value map(Map<?, ?> map) {
        budget.enter();
        List<DictValue.Entry> entries = new ArrayList<>(map.size());
        map.forEach((key, item) -> {
            Value converted = key.equals("role") && item instanceof String role && ROLES.contains(role)
                    ? Text.template(role)
                    : value(item);
            entries.add(new DictValue.Entry(Text.data(String.valueOf(key)), converted));
        });
        budget.leave();
        return DictValue.of(entries, budget);
    }
}
