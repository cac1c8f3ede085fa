package dev.troupe.control.reply;

import dev.troupe.protocol.generate.FinishReason;
import java.util.List;

/// What a {@link ReplyMachine} wants done, in this order.
public sealed interface ReplyEffect {
    /// Send a piece of a choice.
    ///
    /// @param choice its `index`
    /// @param sentTokens generated tokens of this choice whose text was sent with this piece and
    ///     before, as far as it can be told from these tokens; who takes up the reply behind them
    ///     continues right behind this piece
    /// @param text may be empty when only tokens are reported
    /// @param tokens those that belong to `text`, for log-probabilities; empty when none are wanted
    record Content(int choice, int sentTokens, String text, List<ReplyToken> tokens) implements ReplyEffect {
        public Content {
            tokens = List.copyOf(tokens);
        }
    }

    /// Say that a choice is complete.
    record ChoiceEnd(int choice, FinishReason reason) implements ReplyEffect {}

    /// Tell the node that no more tokens of this choice are needed.
    record StopNode(int choice) implements ReplyEffect {}
}
