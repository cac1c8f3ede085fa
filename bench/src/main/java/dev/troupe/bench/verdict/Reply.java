package dev.troupe.bench.verdict;

import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import java.util.List;

/// Everything that a node said about one request.
///
/// @param promptScores of the positions from 1 on, as far as they arrived
/// @param tokens as far as they arrived
/// @param ending how it ended
public record Reply(List<TokenScore> promptScores, List<TokenScore> tokens, Ending ending) {
    public Reply {
        promptScores = List.copyOf(promptScores);
        tokens = List.copyOf(tokens);
    }

    /// The end of a reply, as its caller saw it.
    public sealed interface Ending {}

    /// The node's own terminal.
    public record Ended(TokenEvent.Terminal terminal) implements Ending {}

    /// The node refused the request before any work.
    public record Refused(String message) implements Ending {}

    /// The node broke the order of events, or was silent for too long.
    public record Broken(String what) implements Ending {}
}
