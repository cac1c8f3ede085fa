package dev.troupe.store.text.piece;

/// A stretch of a text, from `from` to before `to`.
///
/// @param first whether it stands at the very beginning of what is encoded
public record Piece(String text, int from, int to, boolean first) {
    public static Piece whole(String text, boolean first) {
        return new Piece(text, 0, text.length(), first);
    }

    public int length() {
        return to - from;
    }

    public String written() {
        return text.substring(from, to);
    }

    boolean isAscii() {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /// A part of this piece, in positions of the text.
    Piece part(int start, int end) {
        return new Piece(text, start, end, first && start == from);
    }
}
