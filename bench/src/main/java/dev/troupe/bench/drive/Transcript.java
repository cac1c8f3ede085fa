package dev.troupe.bench.drive;

import dev.troupe.bench.verdict.Reply;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes down a stream and holds the node to the order of its events.
final class Transcript {
    private final List<TokenScore> promptScores = new ArrayList<>();
    private final List<TokenScore> tokens = new ArrayList<>();
    private int runs;

    int tokens() {
        return tokens.size();
    }

    int runs() {
        return runs;
    }

    /// Adds the next event; the reply is there with the last one.
    Optional<Reply> add(TokenEvent event) {
        return switch (event) {
            case TokenEvent.PromptScored(int firstPosition, List<TokenScore> scores) -> addRun(firstPosition, scores);
            case TokenEvent.Token(int index, TokenScore score) -> addToken(index, score);
            case TokenEvent.Terminal terminal -> Optional.of(end(new Reply.Ended(terminal)));
        };
    }

    Reply end(Reply.Ending ending) {
        return new Reply(promptScores, tokens, ending);
    }

    private Optional<Reply> addRun(int firstPosition, List<TokenScore> scores) {
        int expected = promptScores.size() + 1;
        if (firstPosition != expected || scores.isEmpty() || !tokens.isEmpty()) {
            return Optional.of(end(new Reply.Broken("prompt scores of " + scores.size() + " positions from "
                    + firstPosition + " where position " + expected + " was due")));
        }
        promptScores.addAll(scores);
        runs++;
        return Optional.empty();
    }

    private Optional<Reply> addToken(int index, TokenScore score) {
        if (index != tokens.size()) {
            return Optional.of(end(new Reply.Broken("token " + index + " where token " + tokens.size() + " was due")));
        }
        tokens.add(score);
        return Optional.empty();
    }
}
