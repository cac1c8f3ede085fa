package dev.troupe.store.template;

import java.util.Collection;

/// Keeps values shallow, so that walking them cannot exhaust a stack.
final class Nesting {
    private Nesting() {}

    static int above(Collection<Value> parts, Budget budget) {
        int depth = 1 + parts.stream().mapToInt(Value::depth).max().orElse(0);
        if (depth > budget.limits().depth()) {
            throw new TemplateFault(
                    "nests values deeper than " + budget.limits().depth());
        }
        return depth;
    }
}
