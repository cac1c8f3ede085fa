package dev.troupe.store.text.piece;

import java.util.List;
import java.util.function.Consumer;

/// Cuts a piece into smaller ones, in the order of the text.
@FunctionalInterface
public interface Cutter {
    /// The piece as it is.
    Cutter NONE = (piece, out) -> out.accept(piece);

    /// @param piece not empty
    /// @param out is given pieces that are not empty
    void cut(Piece piece, Consumer<Piece> out);

    /// Each cutter sees the pieces of the one before it.
    static Cutter all(List<Cutter> cutters) {
        return cutters.stream().reduce(Cutter::then).orElse(NONE);
    }

    private static Cutter then(Cutter first, Cutter second) {
        return (piece, out) -> first.cut(piece, part -> second.cut(part, out));
    }
}
