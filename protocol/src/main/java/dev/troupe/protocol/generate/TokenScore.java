package dev.troupe.protocol.generate;

import java.util.List;

/// A token with its natural log-probability under the model's own distribution (temperature 1,
/// nothing cut), and the most probable alternatives at its position, best first, ties by lower id.
///
/// @param logprob at most 0; its bits are part of what a reply promises to repeat
/// @param top as many as {@link Scoring#topCount} asked for (fewer for a smaller vocabulary)
public record TokenScore(int id, float logprob, List<Alternative> top) {
    public TokenScore {
        top = List.copyOf(top);
    }

    /// One of the most probable tokens at a position.
    public record Alternative(int id, float logprob) {}
}
