package dev.troupe.node.draft;

/// Guesses by repetition: what followed the last time that these tokens stood here. Follows the idea
/// of prompt lookup decoding (A. Saxena, 2023): texts that edit, quote or summarise repeat their
/// prompt.
public final class PromptLookup {
    /// Fewer equal tokens in a row say nothing.
    static final int LEAST_MATCH = 2;

    /// More in a row make a guess no better; the search ends there.
    static final int FULL_MATCH = 8;

    private PromptLookup() {}

    /// Guesses what follows `tokens[0..known-1]`: the continuation of the longest earlier
    /// occurrence of its end, the latest among equally long ones. Takes one look at each token.
    ///
    /// @param most tokens wanted; a guess for fewer is a prefix of a guess for more
    public static Guess guess(int[] tokens, int known, int most) {
        int bestLength = LEAST_MATCH - 1;
        int bestEnd = 0;
        for (int end = known - 1; end >= LEAST_MATCH && bestLength < FULL_MATCH; end--) {
            int length = matchLength(tokens, known, end);
            if (length > bestLength) {
                bestLength = length;
                bestEnd = end;
            }
        }
        return bestEnd == 0 ? Guess.NONE : continuation(tokens, known, bestEnd, most, bestLength);
    }

    /// How many tokens before `end` equal those before `known`.
    private static int matchLength(int[] tokens, int known, int end) {
        int length = 0;
        while (length < FULL_MATCH && length < end && tokens[end - 1 - length] == tokens[known - 1 - length]) {
            length++;
        }
        return length;
    }

    /// An occurrence that overlaps the end is a cycle: it is taken to go on.
    private static Guess continuation(int[] tokens, int known, int end, int most, int matched) {
        int period = known - end;
        int[] guessed = new int[Math.max(0, most)];
        for (int i = 0; i < guessed.length; i++) {
            guessed[i] = tokens[end + i % period];
        }
        return new Guess(guessed, matched);
    }
}
