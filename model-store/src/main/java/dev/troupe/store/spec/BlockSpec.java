package dev.troupe.store.spec;

import java.util.Optional;

/// What a decoder does around its products.
///
/// @param normEpsilon of every RMSNorm
/// @param outputNorms whether what attention and MLP give is normalised before it is added to the
///     residual stream
/// @param activation of the gate
/// @param embeddingScale factor of the embedding's rows
/// @param logitSoftcap positive c: a logit l counts as c * tanh(l / c)
public record BlockSpec(
        float normEpsilon,
        boolean outputNorms,
        Activation activation,
        float embeddingScale,
        Optional<Float> logitSoftcap) {

    /// Of the gate, whose result multiplies up.
    public enum Activation {
        SILU,
        /// The approximation by tanh.
        GELU_TANH
    }

    /// Llama's.
    public static BlockSpec plain(float normEpsilon) {
        return new BlockSpec(normEpsilon, false, Activation.SILU, 1f, Optional.empty());
    }
}
