package dev.troupe.protocol.generate;

/// Which log-probabilities are wanted beside the tokens. The chosen token's own is always computed.
///
/// @param topCount how many of the most probable alternatives are reported at each position,
///     `0..MAX_TOP_COUNT`
/// @param promptToo whether the prompt's tokens are scored as well
public record Scoring(int topCount, boolean promptToo) {
    public static final int MAX_TOP_COUNT = 20;

    public Scoring {
        if (topCount < 0 || topCount > MAX_TOP_COUNT) {
            throw new IllegalArgumentException("topCount is " + topCount + "; allowed is 0 to " + MAX_TOP_COUNT);
        }
    }

    public static Scoring none() {
        return new Scoring(0, false);
    }
}
