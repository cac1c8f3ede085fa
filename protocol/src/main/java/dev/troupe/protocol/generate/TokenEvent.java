package dev.troupe.protocol.generate;

import dev.troupe.protocol.ErrorCode;
import java.util.List;

/// What a node says about one request. The order is: any {@link PromptScored}, then {@link Token}s
/// with ascending `index`, then exactly one {@link Terminal}.
public sealed interface TokenEvent {

    /// Scores of a run of the prompt's tokens, only when {@link Scoring#promptToo} asked for them.
    /// Runs ascend without a gap from position 1: the first token has no score, since nothing comes
    /// before it.
    ///
    /// @param firstPosition prompt position of `scores.get(0)`, at least 1
    record PromptScored(int firstPosition, List<TokenScore> scores) implements TokenEvent {
        public PromptScored {
            scores = List.copyOf(scores);
        }
    }

    /// One generated token. Costs one unit of credit.
    ///
    /// @param index 0 for the first generated token
    record Token(int index, TokenScore score) implements TokenEvent {}

    /// The end. Nothing follows.
    sealed interface Terminal extends TokenEvent {}

    record Finished(FinishReason reason, Usage usage) implements Terminal {}

    /// The caller asked for it.
    record Cancelled(Usage usage) implements Terminal {}

    /// The node could not go on. What was sent before stays true.
    record Failed(ErrorCode code, String message) implements Terminal {}
}
