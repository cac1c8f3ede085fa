package dev.troupe.store.text.piece;

import java.util.function.Consumer;

/// Gives each piece a space in front that has none.
public record SpaceInFront() implements Cutter {
    @Override
    public void cut(Piece piece, Consumer<Piece> out) {
        boolean has = piece.text().charAt(piece.from()) == ' ';
        out.accept(has ? piece : Piece.whole(" " + piece.written(), piece.first()));
    }
}
