package dev.troupe.store.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.spec.ModelTensors.RotationOrder;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LlamaFamilyTest {
    @Test
    void hyperParametersBecomeTheSpec() {
        ModelDescription model = ModelFamilies.describe(new LlamaFile().build());
        assertThat(model.spec())
                .isEqualTo(new ModelSpec(
                        "llama", 300, 128, 64, 96, 1, AttentionSpec.plain(4, 2, 16, 10_000), BlockSpec.plain(1e-5f)));
        assertThat(model.tensors().isTied()).isTrue();
        assertThat(model.tensors().rotation()).isEqualTo(RotationOrder.INTERLEAVED);
        assertThat(model.tensors().layers()).hasSize(1);
    }

    @Test
    void headsMayBeWiderThanTheModelWhenTheKeyLengthSaysSo() {
        LlamaFile file = new LlamaFile()
                .put("llama.attention.key_length", 32)
                .put("llama.attention.value_length", 32)
                .put("llama.rope.dimension_count", 32)
                .matrix("blk.0.attn_q.weight", 128, 64)
                .matrix("blk.0.attn_k.weight", 64, 64)
                .matrix("blk.0.attn_v.weight", 64, 64)
                .matrix("blk.0.attn_output.weight", 64, 128);
        assertThat(ModelFamilies.describe(file.build()).spec().attention().headSize())
                .isEqualTo(32);
    }

    @Test
    void anOutputMatrixIsAHeadOfItsOwn() {
        LlamaFile file = new LlamaFile().matrix("output.weight", 300, 64);
        assertThat(ModelFamilies.describe(file.build()).tensors().isTied()).isFalse();
    }

    @Test
    void harmlessValuesAreAccepted() {
        LlamaFile file = new LlamaFile()
                .put("llama.expert_count", 0)
                .put("llama.rope.scaling.type", "none")
                .put("llama.vocab_size", 300)
                .put("llama.rope.freq_base", 500_000f)
                .put("tokenizer.ggml.tokens", Collections.nCopies(299, "a"));
        assertThat(ModelFamilies.describe(file.build())
                        .spec()
                        .attention()
                        .pattern()
                        .kinds()
                        .getFirst()
                        .rotation()
                        .base())
                .isEqualTo(500_000);
    }

    @Test
    void anotherFamilyIsRefusedWithTheKnownOnes() {
        refused(new LlamaFile().put("general.architecture", "bert"), "'bert', which is not supported", "[llama, qwen2");
        refused(new LlamaFile().without("general.architecture"), "key 'general.architecture': is missing");
    }

    @ParameterizedTest
    @CsvSource({
        "llama.block_count, 0, 'is 0; allowed is 1 to 1024'",
        "llama.block_count, 2, tensor 'blk.1.attn_norm.weight': is missing",
        "llama.context_length, 0, allowed is 1 to",
        "llama.embedding_length, 32, tensor 'token_embd.weight'",
        "llama.embedding_length, 65, 'it must divide the width 65'",
        "llama.feed_forward_length, 64, 'has the shape [64, 96]; the hyper-parameters say [64, 64]'",
        "llama.attention.head_count, 8, tensor 'blk.0.attn_k.weight'",
        "llama.attention.head_count_kv, 3, it must divide the 4 heads",
        "llama.attention.head_count_kv, 8, 'is 8; allowed is 1 to 4'",
        "llama.attention.key_length, 15, heads of size 15",
        "llama.attention.value_length, 8, 'only the head size, 16, is supported'",
        "llama.rope.dimension_count, 8, 'only the head size, 16, is supported'",
        "llama.expert_count, 8, experts are not supported",
        "llama.vocab_size, 301, but the embedding has 300 rows",
        "llama.attention.sliding_window, 64, ignoring it could change results",
        "llama.rope.scaling.unheard_of, 2, is a rope scaling that is not supported",
        "llama.rope.scaling.factor, 0, 'is 0.0; allowed is 1.0 to'",
    })
    void aWrongHyperParameterIsNamed(String key, int value, String message) {
        refused(new LlamaFile().put(key, value), message);
    }

    @Test
    void wrongKindsOfValuesAreNamed() {
        refused(new LlamaFile().put("llama.rope.scaling.type", "dynamic"), "is 'dynamic'; supported are [none");
        refused(new LlamaFile().put("llama.rope.freq_base", Float.NaN), "is NaN; a finite number is needed");
        refused(new LlamaFile().put("llama.rope.freq_base", 0.5f), "is 0.5; allowed is 1");
        refused(new LlamaFile().put("llama.attention.layer_norm_rms_epsilon", 0f), "allowed is above 0");
        refused(new LlamaFile().put("llama.attention.head_count", new int[] {4, 4}), "an array of 2 INT32");
        refused(new LlamaFile().put("tokenizer.ggml.tokens", Collections.nCopies(301, "a")), "has 301 tokens");
    }

    @ParameterizedTest
    @ValueSource(strings = {"token_embd.weight", "blk.0.attn_v.weight", "blk.0.ffn_norm.weight", "output_norm.weight"})
    void aMissingTensorIsNamed(String name) {
        refused(new LlamaFile().without(name), "tensor '" + name + "': is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rope_factors_long.weight", "blk.0.attn_q.bias", "blk.1.attn_q.weight"})
    void aTensorThatNobodyAskedForIsRefused(String name) {
        refused(new LlamaFile().vector(name, 8), "tensor '" + name + "': is not a tensor of this family");
    }

    @Test
    void wrongShapesAreNamedWithBothShapes() {
        refused(
                new LlamaFile().matrix("blk.0.attn_q.weight", 32, 64),
                "tensor 'blk.0.attn_q.weight': has the shape [64, 32]; the hyper-parameters say [64, 64]");
        refused(new LlamaFile().vector("token_embd.weight", 64), "two dimensions");
        refused(new LlamaFile().matrix("output_norm.weight", 1, 64), "has the shape [64, 1]");
        refused(new LlamaFile().matrix("output.weight", 299, 64), "has the shape [64, 299]");
    }

    private static void refused(LlamaFile file, String... parts) {
        assertThatThrownBy(() -> ModelFamilies.describe(file.build()))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE))
                .hasMessageStartingWith("small.gguf: ")
                .hasMessageContainingAll(parts);
    }
}
