package dev.troupe.node.draft;

/// Tokens that may come next.
///
/// @param tokens in order; owned by the reader
/// @param matched how many tokens in a row spoke for them
public record Guess(int[] tokens, int matched) {
    static final Guess NONE = new Guess(new int[0], 0);

    public int length() {
        return tokens.length;
    }
}
