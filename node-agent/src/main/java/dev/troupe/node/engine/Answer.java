package dev.troupe.node.engine;

import dev.troupe.protocol.generate.TokenScore;

/// What came of one {@link StepInput.Ask}.
public sealed interface Answer {
    record Scored(TokenScore score) implements Answer {}

    /// The row's logits hold NaN or infinity: its sequence must fail, others are not touched.
    record NotFinite() implements Answer {}

    /// What the request asks for leaves no token that could be chosen.
    record NothingLeft() implements Answer {}
}
