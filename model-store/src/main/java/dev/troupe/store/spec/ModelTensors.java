package dev.troupe.store.spec;

import dev.troupe.store.source.SourceTensor;
import java.util.List;
import java.util.Optional;

/// A model's tensors by what they are for. Matrices are two-dimensional, norms and biases are vectors
/// in F32, F16 or BF16.
///
/// @param head the very `embedding` when they are tied
/// @param rotation order of the rows of each head in `q` and `k`
/// @param normOffset what must be added to the gain of every norm
public record ModelTensors(
        SourceTensor embedding,
        List<LayerTensors> layers,
        SourceTensor outputNorm,
        SourceTensor head,
        RotationOrder rotation,
        float normOffset) {
    public ModelTensors {
        layers = List.copyOf(layers);
    }

    /// Which rows of a head are rotated together.
    public enum RotationOrder {
        /// Row i with row i + headSize/2: what the engine wants.
        HALF_SPLIT,
        /// Row 2i with row 2i + 1.
        INTERLEAVED
    }

    public boolean isTied() {
        return head.equals(embedding);
    }

    public record LayerTensors(AttentionTensors attention, MlpTensors mlp) {}

    /// @param bias of q, k and v, in this order; empty where there is none
    /// @param headNorms of q and k, in this order; empty where there is none
    public record AttentionTensors(
            SourceTensor norm,
            SourceTensor q,
            SourceTensor k,
            SourceTensor v,
            SourceTensor output,
            List<SourceTensor> bias,
            List<SourceTensor> headNorms,
            Optional<SourceTensor> outputNorm) {
        public AttentionTensors {
            bias = List.copyOf(bias);
            headNorms = List.copyOf(headNorms);
        }
    }

    public record MlpTensors(
            SourceTensor norm,
            SourceTensor gate,
            SourceTensor up,
            SourceTensor down,
            Optional<SourceTensor> outputNorm) {}
}
