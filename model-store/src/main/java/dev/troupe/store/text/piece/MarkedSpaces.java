package dev.troupe.store.text.piece;

import java.util.function.Consumer;

/// Writes spaces as a mark that can be seen, and puts one in front where the vocabulary's words
/// begin with one.
///
/// @param mark instead of a space, usually `▁`
/// @param split whether each mark begins a piece
public record MarkedSpaces(String mark, InFront inFront, boolean split) implements Cutter {
    /// Which pieces get a mark in front, when they do not have one.
    public enum InFront {
        NEVER,
        FIRST,
        ALWAYS
    }

    @Override
    public void cut(Piece piece, Consumer<Piece> out) {
        String text = piece.written().replace(" ", mark);
        boolean wanted = inFront == InFront.ALWAYS || (inFront == InFront.FIRST && piece.first());
        String marked = wanted && !text.startsWith(mark) ? mark + text : text;
        Piece whole = Piece.whole(marked, piece.first());
        if (!split) {
            out.accept(whole);
            return;
        }
        int from = 0;
        for (int at = marked.indexOf(mark, 1); at > 0; at = marked.indexOf(mark, at + 1)) {
            out.accept(whole.part(from, at));
            from = at;
        }
        out.accept(whole.part(from, marked.length()));
    }
}
