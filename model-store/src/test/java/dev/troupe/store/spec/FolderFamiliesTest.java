package dev.troupe.store.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.safetensors.ModelFolders;
import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.BlockSpec.Activation;
import dev.troupe.store.spec.ModelTensors.RotationOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FolderFamiliesTest {
    @TempDir
    Path folder;

    @Test
    void llamaIsTheSameSpecAsFromGguf() {
        ModelDescription model = describe(new ModelFolders("LlamaForCausalLM"));
        assertThat(model.spec())
                .isEqualTo(new ModelSpec(
                        "llama", 300, 128, 64, 96, 2, AttentionSpec.plain(4, 2, 16, 10_000), BlockSpec.plain(1e-5f)));
        assertThat(model.tensors().rotation()).isEqualTo(RotationOrder.HALF_SPLIT);
        assertThat(model.tensors().normOffset()).isZero();
    }

    @Test
    void mistralHasAWindowOrNone() {
        assertThat(windows(new ModelFolders("MistralForCausalLM").config("{\"sliding_window\": null}")))
                .containsExactly(Optional.empty());
        assertThat(windows(new ModelFolders("MistralForCausalLM").config("{\"sliding_window\": 32}")))
                .containsExactly(Optional.of(32));
    }

    @Test
    void qwen2HasBiasesAndWindowsInItsLastLayersWhenTheyAreOn() {
        String off = "{\"sliding_window\": 32, \"use_sliding_window\": false, \"max_window_layers\": 1}";
        ModelDescription model = describe(qwen2().config(off));
        assertThat(model.spec().attention().bias()).isTrue();
        assertThat(model.tensors().layers().getFirst().attention().bias()).hasSize(3);
        assertThat(windows(qwen2().config(off))).containsExactly(Optional.empty());
        AttentionSpec mixed =
                describe(qwen2().config(off.replace("false", "true"))).spec().attention();
        assertThat(List.of(mixed.pattern().kindOf(0), mixed.pattern().kindOf(1)))
                .containsExactly(1, 0);
        assertThat(mixed.pattern().kinds()).extracting(Kind::window).containsExactly(Optional.of(32), Optional.empty());
    }

    @Test
    void qwen3HasNormalisedHeads() {
        ModelDescription model = describe(qwen3());
        assertThat(model.spec().attention().headNorms()).isTrue();
        assertThat(model.spec().attention().bias()).isFalse();
        assertThat(model.tensors().layers().getLast().attention().headNorms()).hasSize(2);
    }

    @Test
    void gemma3HasTwoKindsOfLayersAndGainsLessOne() {
        ModelDescription model = describe(gemma3());
        AttentionSpec attention = model.spec().attention();
        assertThat(attention.pattern().cycle()).containsExactly(0, 0, 0, 0, 0, 1);
        assertThat(attention.pattern().kinds())
                .containsExactly(
                        new Kind(Optional.of(32), RotationSpec.unscaled(10_000, 16)),
                        new Kind(
                                Optional.empty(),
                                new RotationSpec(1_000_000, 16, List.of(8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0), 1)));
        assertThat(attention.scale()).isEqualTo(1 / 5f);
        assertThat(model.spec().block())
                .isEqualTo(new BlockSpec(1e-5f, true, Activation.GELU_TANH, 8f, Optional.empty()));
        assertThat(model.tensors().normOffset()).isEqualTo(1f);
        assertThat(model.tensors().isTied()).isTrue();
    }

    @Test
    void gemma3InItsNewFormIsTheSame() {
        ModelFolders model = gemma3().config("""
                        {"rope_theta": null, "rope_scaling": null, "rope_local_base_freq": null,
                         "sliding_window_pattern": null,
                         "layer_types": ["sliding_attention", "full_attention"],
                         "rope_parameters": {
                          "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
                          "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1000000.0}}}""");
        AttentionSpec attention = describe(model).spec().attention();
        assertThat(attention.pattern().cycle()).containsExactly(0, 1);
        assertThat(attention.pattern().kinds())
                .isEqualTo(describe(gemma3()).spec().attention().pattern().kinds());
    }

    @Test
    void phi3SplitsItsMatricesAndRotatesAPart() {
        ModelDescription model = describe(phi3().config("{\"partial_rotary_factor\": 0.5, \"sliding_window\": 64}"));
        assertThat(model.spec().attention().pattern().kinds())
                .containsExactly(new Kind(Optional.of(64), RotationSpec.unscaled(10_000, 8)));
        ModelTensors.AttentionTensors attention =
                model.tensors().layers().getFirst().attention();
        assertThat(attention.k().offset()).isEqualTo(attention.q().end());
        assertThat(attention.v().offset()).isEqualTo(attention.k().end());
        assertThat(attention.v().dimensions()).containsExactly(64L, 32L);
        ModelTensors.MlpTensors mlp = model.tensors().layers().getFirst().mlp();
        assertThat(mlp.up().offset()).isEqualTo(mlp.gate().end());
    }

    @ParameterizedTest
    @CsvSource({
        "true, true, true, true",
        "true, false, true, true",
        "false, true, true, false",
        "absent, true, true, false",
    })
    void ms09TiedEmbeddingsHaveADocumentedWinner(String flag, boolean head, boolean embedding, boolean tied) {
        assertThat(describe(tied(flag, head, embedding)).tensors().isTied()).isEqualTo(tied);
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, true, lm_head.weight",
        "absent, false, true, lm_head.weight",
        "true, true, false, model.embed_tokens.weight",
        "true, false, false, model.embed_tokens.weight",
        "false, true, false, model.embed_tokens.weight",
        "absent, true, false, model.embed_tokens.weight",
    })
    void ms09WhatIsMissingIsNeverMadeUp(String flag, boolean head, boolean embedding, String missing) {
        refused(tied(flag, head, embedding), "tensor '" + missing + "': is missing");
    }

    @ParameterizedTest
    @CsvSource({"2560, 32, 8, 128", "640, 4, 1, 256", "1792, 24, 8, 128"})
    void ms10AnExplicitHeadSizeWins(int width, int heads, int kvHeads, int size) {
        ModelFolders model = new ModelFolders("LlamaForCausalLM")
                .config(
                        "{\"hidden_size\": %d, \"num_attention_heads\": %d, \"num_key_value_heads\": %d, \"head_dim\": %d}"
                                .formatted(width, heads, kvHeads, size))
                .config("{\"num_hidden_layers\": 1}")
                .tensor("model.embed_tokens.weight", 300, width)
                .tensor("model.norm.weight", width);
        for (String name : List.of("input_layernorm.weight", "post_attention_layernorm.weight")) {
            model.without("model.layers.1." + name).tensor("model.layers.0." + name, width);
        }
        matrix(model, "self_attn.q_proj.weight", heads * size, width);
        matrix(model, "self_attn.k_proj.weight", kvHeads * size, width);
        matrix(model, "self_attn.v_proj.weight", kvHeads * size, width);
        matrix(model, "self_attn.o_proj.weight", width, heads * size);
        matrix(model, "mlp.gate_proj.weight", 96, width);
        matrix(model, "mlp.up_proj.weight", 96, width);
        matrix(model, "mlp.down_proj.weight", width, 96);
        AttentionSpec attention = describe(model).spec().attention();
        assertThat(attention.headSize()).isEqualTo(size);
        assertThat(attention.qWidth()).isEqualTo(heads * size);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"architectures\": [\"Gemma3ForConditionalGeneration\"]} | supported are [LlamaForCausalLM, Mistral",
                "{\"architectures\": [\"BertModel\", \"LlamaForCausalLM\"]} | is 2 names",
                "{\"architectures\": null} | is 0 names",
                "{\"hidden_act\": \"relu\"} | key 'hidden_act': is 'relu'; supported is",
                "{\"attention_bias\": true} | key 'attention_bias': is true; only false is supported",
                "{\"mlp_bias\": true} | key 'mlp_bias': is true",
                "{\"quantization_config\": {\"bits\": 4}} | key 'quantization_config': says that the weights are quantised",
                "{\"vision_config\": {}} | key 'vision_config': belongs to a model of several parts",
                "{\"num_local_experts\": 8} | key 'num_local_experts': is 8, and is not known",
                "{\"sliding_window\": 8} | key 'sliding_window': is 8, and is not known",
                "{\"num_hidden_layers\": 0} | is 0; allowed is 1 to 1024",
                "{\"num_hidden_layers\": 2147483648} | is 2147483648; allowed is 1 to 1024",
                "{\"num_hidden_layers\": 3} | tensor 'model.layers.2.input_layernorm.weight': is missing",
                "{\"num_hidden_layers\": 1} | tensor 'model.layers.1.",
                "{\"num_attention_heads\": 0} | is 0; allowed is 1 to 1024",
                "{\"num_attention_heads\": \"4\"} | is \"4\"; an integer is needed",
                "{\"num_key_value_heads\": 3} | it must divide the 4 heads",
                "{\"hidden_size\": 1.5} | is 1.5; an integer is needed",
                "{\"rms_norm_eps\": 0} | is 0.0; allowed is above 0 up to 1",
                "{\"rope_theta\": 0.5} | is 0.5; allowed is 1.0 to",
                "{\"vocab_size\": 301} | has the shape [64, 300]; the hyper-parameters say [64, 301]",
                "{\"partial_rotary_factor\": 0.5} | only 1 is supported",
            })
    void ms07WrongValuesAreNamed(String config, String message) {
        refused(new ModelFolders("LlamaForCausalLM").config(config), message);
    }

    @Test
    void layersThatDoNotFitTheirListAreNamed() {
        refused(
                gemma3().config("{\"layer_types\": [\"full_attention\"]}"),
                "key 'layer_types': has 1 entries for 2 layers");
        refused(
                gemma3().config("{\"layer_types\": [\"full_attention\", \"chunked_attention\"]}"),
                "has 'chunked_attention'; supported are");
    }

    private static void matrix(ModelFolders model, String name, int outputs, int inputs) {
        model.without("model.layers.1." + name).tensor("model.layers.0." + name, outputs, inputs);
    }

    private static ModelFolders tied(String flag, boolean head, boolean embedding) {
        ModelFolders model = new ModelFolders("LlamaForCausalLM")
                .config("{\"tie_word_embeddings\": %s}".formatted(flag.equals("absent") ? "null" : flag));
        if (head) {
            model.tensor("lm_head.weight", 300, 64);
        }
        return embedding ? model : model.without("model.embed_tokens.weight");
    }

    private static ModelFolders qwen2() {
        return new ModelFolders("Qwen2ForCausalLM")
                .layers("self_attn.q_proj.bias", 64)
                .layers("self_attn.k_proj.bias", 32)
                .layers("self_attn.v_proj.bias", 32);
    }

    private static ModelFolders qwen3() {
        return new ModelFolders("Qwen3ForCausalLM")
                .config("{\"attention_bias\": false, \"use_sliding_window\": false, \"max_window_layers\": 2}")
                .layers("self_attn.q_norm.weight", 16)
                .layers("self_attn.k_norm.weight", 16);
    }

    private static ModelFolders gemma3() {
        return new ModelFolders("Gemma3ForCausalLM")
                .config("""
                        {"hidden_activation": "gelu_pytorch_tanh", "query_pre_attn_scalar": 25, "sliding_window": 32,
                         "sliding_window_pattern": 6, "rope_theta": 1000000.0, "rope_local_base_freq": 10000.0,
                         "rope_scaling": {"rope_type": "linear", "factor": 8.0}, "attn_logit_softcapping": null,
                         "tie_word_embeddings": null}""")
                .layers("pre_feedforward_layernorm.weight", 64)
                .layers("post_feedforward_layernorm.weight", 64)
                .layers("self_attn.q_norm.weight", 16)
                .layers("self_attn.k_norm.weight", 16);
    }

    private static ModelFolders phi3() {
        ModelFolders model = new ModelFolders("Phi3ForCausalLM")
                .layers("self_attn.qkv_proj.weight", 128, 64)
                .layers("mlp.gate_up_proj.weight", 192, 64);
        for (String part : List.of("self_attn.q", "self_attn.k", "self_attn.v", "mlp.gate", "mlp.up")) {
            model.withoutLayers(part + "_proj.weight");
        }
        return model;
    }

    private List<Optional<Integer>> windows(ModelFolders model) {
        return describe(model).spec().attention().pattern().kinds().stream()
                .map(Kind::window)
                .toList();
    }

    private ModelDescription describe(ModelFolders model) {
        return ModelFamilies.describe(model.read(folder));
    }

    private void refused(ModelFolders model, String message) {
        assertThatThrownBy(() -> describe(model))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_MODEL_FILE))
                .hasMessageContaining(message);
    }
}
