package dev.troupe.protocol.generate;

import java.util.List;

/// Which tokens end a reply, and how early.
///
/// @param ids any of them ends the reply; the one that did is reported as a token with
///     {@link FinishReason#STOP}
/// @param minTokens before so many tokens were generated none of `ids` is chosen; 0 or more
public record StopTokens(List<Integer> ids, int minTokens) {
    /// A node refuses more of them.
    public static final int MAX_IDS = 256;

    public StopTokens {
        ids = List.copyOf(ids);
        if (minTokens < 0) {
            throw new IllegalArgumentException("minTokens is " + minTokens + "; the least is 0");
        }
    }

    public static StopTokens of(List<Integer> ids) {
        return new StopTokens(ids, 0);
    }
}
