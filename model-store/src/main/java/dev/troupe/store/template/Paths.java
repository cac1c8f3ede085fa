package dev.troupe.store.template;

import java.util.List;

/// Attributes given as text, such as `function.name` or `0`, in `map`, `selectattr` and the like.
final class Paths {
    private Paths() {}

    static Value follow(Value value, Value path, Budget budget) {
        if (!(path instanceof Text text)) {
            return Attributes.item(value, path, budget);
        }
        Value at = value;
        List<Text> parts = Splitting.bySeparator(text, ".", -1, budget);
        for (Text part : parts) {
            budget.step();
            boolean digits = !part.isEmpty()
                    && part.length() < 10
                    && part.chars().chars().allMatch(Character::isDigit);
            Value key = digits ? new Scalar.Int(Long.parseLong(part.chars())) : part;
            at = Attributes.item(at, key, budget);
        }
        return at;
    }
}
