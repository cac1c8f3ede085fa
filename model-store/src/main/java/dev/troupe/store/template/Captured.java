package dev.troupe.store.template;

import java.util.List;
import java.util.Optional;

/// A body whose output becomes a value.
final class Captured {
    /// The name under which a filter chain finds its input.
    static final String INPUT = " captured";

    private Captured() {}

    static Value run(List<Statement> body, Optional<Expr> filters, Frame frame) {
        TextBuilder out = frame.text();
        Frame inner = frame.child();
        Statement.run(body, inner, out);
        if (filters.isEmpty()) {
            return out.build();
        }
        Frame filtering = frame.child();
        filtering.set(INPUT, out.build());
        return filtering.evaluate(filters.get());
    }
}
