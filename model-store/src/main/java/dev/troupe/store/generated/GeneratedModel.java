package dev.troupe.store.generated;

import dev.troupe.store.format.GgufWriter;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Path;

/// A model of family `llama` with random weights. Logits have a standard deviation of about 2 and
/// the greedy continuation wanders: attention looks at few positions, and the layers outweigh the
/// embedding in the residual stream.
///
/// @param spec with at least {@link #MIN_VOCABULARY} tokens
/// @param tiedHead whether the embedding is the head too
/// @param seed of all weights
public record GeneratedModel(ModelSpec spec, WeightFormats formats, boolean tiedHead, long seed) {
    /// All single bytes and the special tokens.
    public static final int MIN_VOCABULARY = GeneratedVocabulary.MIN_SIZE;

    public GeneratedModel {
        if (!spec.family().equals("llama")) {
            throw new IllegalArgumentException("family is " + spec.family() + "; only llama is generated");
        }
        if (spec.vocabularySize() < MIN_VOCABULARY) {
            throw new IllegalArgumentException(
                    "vocabularySize is " + spec.vocabularySize() + "; the least is " + MIN_VOCABULARY);
        }
    }

    /// Three layers of width 64: some milliseconds to write and run.
    public static GeneratedModel small(WeightFormats formats, long seed) {
        AttentionSpec attention = AttentionSpec.plain(4, 2, 16, 10_000);
        return new GeneratedModel(
                new ModelSpec("llama", 512, 2048, 64, 192, 3, attention, BlockSpec.plain(1e-5f)), formats, true, seed);
    }

    /// The shape of SmolLM2-135M, tied.
    public static GeneratedModel shape135M(WeightFormats formats, long seed) {
        AttentionSpec attention = AttentionSpec.plain(9, 3, 64, 100_000);
        return new GeneratedModel(
                new ModelSpec("llama", 49_152, 8192, 576, 1536, 30, attention, BlockSpec.plain(1e-5f)),
                formats,
                true,
                seed);
    }

    /// The shape of Llama-3.2-1B without its rope scaling, tied.
    public static GeneratedModel shape1B(WeightFormats formats, long seed) {
        AttentionSpec attention = AttentionSpec.plain(32, 8, 64, 500_000);
        return new GeneratedModel(
                new ModelSpec("llama", 128_256, 8192, 2048, 8192, 16, attention, BlockSpec.plain(1e-5f)),
                formats,
                true,
                seed);
    }

    /// Writes the model file; an existing one is replaced. Memory does not grow with the model.
    public void writeTo(Path file) throws IOException {
        try (GgufWriter writer = GgufWriter.create(file)) {
            writeTo(writer);
        }
    }

    void writeTo(GgufWriter writer) throws IOException {
        declareMetadata(writer);
        TensorPlan plan = new TensorPlan(this);
        plan.tensors().forEach(tensor -> tensor.declare(writer));
        writer.startData();
        for (RandomTensor tensor : plan.tensors()) {
            tensor.write(writer, seed);
        }
    }

    private void declareMetadata(GgufWriter writer) {
        AttentionSpec attention = spec.attention();
        writer.put("general.architecture", "llama")
                .put("general.name", "generated")
                .put("llama.block_count", spec.layers())
                .put("llama.context_length", spec.contextLength())
                .put("llama.embedding_length", spec.width())
                .put("llama.feed_forward_length", spec.feedForwardWidth())
                .put("llama.attention.head_count", attention.heads())
                .put("llama.attention.head_count_kv", attention.kvHeads())
                .put("llama.attention.key_length", attention.headSize())
                .put("llama.attention.value_length", attention.headSize())
                .put("llama.attention.layer_norm_rms_epsilon", spec.block().normEpsilon())
                .put("llama.rope.dimension_count", attention.headSize())
                .put("llama.rope.freq_base", (float)
                        attention.pattern().kinds().getFirst().rotation().base())
                .put("llama.vocab_size", spec.vocabularySize());
        new GeneratedVocabulary(spec.vocabularySize()).declare(writer);
    }
}
