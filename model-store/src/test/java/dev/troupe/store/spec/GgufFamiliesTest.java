package dev.troupe.store.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.store.spec.AttentionSpec.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GgufFamiliesTest {
    @Test
    void qwen2HasBiases() {
        LlamaFile file = of("qwen2")
                .vector("blk.0.attn_q.bias", 64)
                .vector("blk.0.attn_k.bias", 32)
                .vector("blk.0.attn_v.bias", 32);
        assertThat(ModelFamilies.describe(file.build()).spec().attention().bias())
                .isTrue();
        assertThat(ModelFamilies.describe(file.build()).tensors().rotation())
                .isEqualTo(ModelTensors.RotationOrder.HALF_SPLIT);
        refused(of("qwen2"), "tensor 'blk.0.attn_q.bias': is missing");
    }

    @Test
    void gemma3KeepsWholeGainsAndScalesTheFarLayersOnly() {
        ModelDescription model = ModelFamilies.describe(gemma3().build());
        assertThat(model.tensors().normOffset()).isZero();
        assertThat(model.spec().attention().pattern().cycle()).hasSize(6);
        List<Kind> kinds = model.spec().attention().pattern().kinds();
        assertThat(kinds.getFirst()).isEqualTo(new Kind(Optional.of(512), RotationSpec.unscaled(10_000, 16)));
        assertThat(kinds.getLast().rotation().divisors()).containsOnly(8.0);
        assertThat(kinds.getLast().rotation().base()).isEqualTo(1_000_000);
        assertThat(model.spec().attention().scale()).isEqualTo(0.25f);
        refused(gemma3().without("gemma3.attention.sliding_window"), "attention.sliding_window': is missing");
    }

    @Test
    void phi3SplitsItsMatrices() {
        LlamaFile file = of("phi3")
                .without("blk.0.attn_q.weight")
                .without("blk.0.attn_k.weight")
                .without("blk.0.attn_v.weight")
                .without("blk.0.ffn_gate.weight")
                .put("phi3.rope.dimension_count", 8)
                .put("phi3.rope.scaling.original_context_length", 64)
                .matrix("blk.0.attn_qkv.weight", 128, 64)
                .matrix("blk.0.ffn_up.weight", 192, 64);
        ModelDescription model = ModelFamilies.describe(file.build());
        assertThat(model.spec().attention().pattern().kinds().getFirst().rotation())
                .isEqualTo(RotationSpec.unscaled(10_000, 8));
        assertThat(model.tensors().layers().getFirst().mlp().up().dimensions()).containsExactly(64L, 96L);
    }

    @Test
    void ms08PartsOfAFileAreRefusedByName() {
        refused(
                new LlamaFile().put("split.count", 3).put("split.no", 1),
                "key 'split.count': is 3; parts are not read");
        assertThat(ModelFamilies.describe(new LlamaFile().put("split.count", 1).build()))
                .isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "llama.block_count, 0, is 0; allowed is 1 to 1024",
        "llama.block_count, 513, tensor 'blk.1.attn_norm.weight': is missing",
        "llama.block_count, -2147483648, is 2147483648; allowed is 1 to 1024",
        "llama.attention.head_count, 0, is 0; allowed is 1 to 1024",
        "llama.rope.scaling.type, 1, a string is needed",
    })
    void ms07ImpossibleNumbersAreNamed(String key, int value, String message) {
        refused(new LlamaFile().put(key, value), message);
    }

    @Test
    void ms07AVocabularyWithoutLayersIsNoModel() {
        LlamaFile file = new LlamaFile().put("tokenizer.ggml.tokens", List.of("a", "b"));
        for (String name : List.of("token_embd.weight", "output_norm.weight")) {
            file.without(name);
        }
        refused(file, "tensor 'token_embd.weight': is missing");
    }

    @Test
    void ms11LinearAndYarnComeFromMetadata() {
        LlamaFile linear =
                new LlamaFile().put("llama.rope.scaling.type", "linear").put("llama.rope.scaling.factor", 4f);
        assertThat(rotation(linear).divisors()).hasSize(8).containsOnly(4.0);
        assertThat(rotation(new LlamaFile().put("llama.rope.scale_linear", 2f)).divisors())
                .containsOnly(2.0);
        LlamaFile yarn = new LlamaFile()
                .put("llama.rope.scaling.type", "yarn")
                .put("llama.rope.scaling.factor", 4f)
                .put("llama.rope.scaling.original_context_length", 32);
        assertThat(rotation(yarn))
                .isEqualTo(new RopeScaling.Yarn(4, 32, 32, 1, RopeScaling.Yarn.amplitude(4, 1), true)
                        .rotation(10_000, 16));
    }

    private static RotationSpec rotation(LlamaFile file) {
        return ModelFamilies.describe(file.build())
                .spec()
                .attention()
                .pattern()
                .kinds()
                .getFirst()
                .rotation();
    }

    private static LlamaFile gemma3() {
        return of("gemma3")
                .put("gemma3.attention.sliding_window", 512)
                .put("gemma3.rope.freq_base", 1_000_000f)
                .put("gemma3.rope.scaling.type", "linear")
                .put("gemma3.rope.scaling.factor", 8f)
                .vector("blk.0.attn_q_norm.weight", 16)
                .vector("blk.0.attn_k_norm.weight", 16)
                .vector("blk.0.post_attention_norm.weight", 64)
                .vector("blk.0.post_ffw_norm.weight", 64);
    }

    /// The smallest file under another name.
    private static LlamaFile of(String architecture) {
        return new LlamaFile().as(architecture);
    }

    private static void refused(LlamaFile file, String message) {
        assertThatThrownBy(() -> ModelFamilies.describe(file.build())).hasMessageContaining(message);
    }
}
