package dev.troupe.store.spec;

/// Everything the decoder needs to know about a model beside its weights. Families differ in this
/// value only.
///
/// @param family for example `llama`
/// @param vocabularySize rows of the embedding; every id is below it
/// @param contextLength most positions of one sequence
/// @param width of the residual stream
/// @param feedForwardWidth columns of gate and up
/// @param layers transformer layers
/// @param attention heads, masks and rotation
/// @param block norms, activation and what happens at both ends
public record ModelSpec(
        String family,
        int vocabularySize,
        int contextLength,
        int width,
        int feedForwardWidth,
        int layers,
        AttentionSpec attention,
        BlockSpec block) {}
