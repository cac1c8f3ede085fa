package dev.troupe.store.spec;

import dev.troupe.store.format.GgufTensor;
import java.util.List;

/// A file's tensors by what they are for. Matrices are two-dimensional, norms are vectors in F32 or
/// F16.
///
/// @param head the very `embedding` when they are tied
/// @param rotation order of the rows of each head in `q` and `k`
public record ModelTensors(
        GgufTensor embedding,
        List<LayerTensors> layers,
        GgufTensor outputNorm,
        GgufTensor head,
        RotationOrder rotation) {
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

    public record AttentionTensors(GgufTensor norm, GgufTensor q, GgufTensor k, GgufTensor v, GgufTensor output) {}

    public record MlpTensors(GgufTensor norm, GgufTensor gate, GgufTensor up, GgufTensor down) {}
}
