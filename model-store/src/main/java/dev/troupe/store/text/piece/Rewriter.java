package dev.troupe.store.text.piece;

import java.util.List;

/// Rewrites a text before it is cut.
@FunctionalInterface
public interface Rewriter {
    Rewriter NONE = text -> text;

    /// @return may be empty
    String rewrite(String text);

    /// One after the other.
    static Rewriter all(List<Rewriter> rewriters) {
        return rewriters.stream().reduce(Rewriter::then).orElse(NONE);
    }

    private static Rewriter then(Rewriter first, Rewriter second) {
        return text -> second.rewrite(first.rewrite(text));
    }
}
