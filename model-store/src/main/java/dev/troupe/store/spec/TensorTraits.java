package dev.troupe.store.spec;

/// Which tensors a family has, and how its files keep them.
///
/// @param interleaved whether GGUF files hold the rows of q and k in interleaved order; safetensors
///     never do
/// @param bias whether q, k and v have a bias
/// @param headNorms whether heads of q and k are normalised
/// @param outputNorms whether there are norms behind attention and MLP
/// @param fused whether q, k and v are one matrix, and gate and up another
/// @param normOffset what safetensors leave out of each norm's gain; GGUF has it in
/// @param tied whether the embedding is the head when `config.json` does not say it
record TensorTraits(
        boolean interleaved,
        boolean bias,
        boolean headNorms,
        boolean outputNorms,
        boolean fused,
        float normOffset,
        boolean tied) {

    static TensorTraits plain() {
        return new TensorTraits(false, false, false, false, false, 0, false);
    }

    TensorTraits withInterleavedRows() {
        return new TensorTraits(true, bias, headNorms, outputNorms, fused, normOffset, tied);
    }

    TensorTraits withBias() {
        return new TensorTraits(interleaved, true, headNorms, outputNorms, fused, normOffset, tied);
    }

    TensorTraits withHeadNorms() {
        return new TensorTraits(interleaved, bias, true, outputNorms, fused, normOffset, tied);
    }

    TensorTraits withOutputNorms() {
        return new TensorTraits(interleaved, bias, headNorms, true, fused, normOffset, tied);
    }

    TensorTraits withFusedMatrices() {
        return new TensorTraits(interleaved, bias, headNorms, outputNorms, true, normOffset, tied);
    }

    /// Gemma's habit: gains are kept less one, and the embedding is the head.
    TensorTraits withGainsLessOne() {
        return new TensorTraits(interleaved, bias, headNorms, outputNorms, fused, 1, true);
    }
}
