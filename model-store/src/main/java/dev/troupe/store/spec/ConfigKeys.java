package dev.troupe.store.spec;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.safetensors.ConfigFile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which keys of a `config.json` may be there. A key without influence on results is let be; one
/// with influence must have the value that the decoder computes with.
record ConfigKeys(ConfigFile config) {
    private static final Set<String> HARMLESS = Set.of(
            "architectures",
            "model_type",
            "torch_dtype",
            "dtype",
            "use_cache",
            "cache_implementation",
            "_name_or_path",
            "name_or_path",
            "transformers_version",
            "transformers.js_config",
            "auto_map",
            "bos_token_id",
            "eos_token_id",
            "pad_token_id",
            "unk_token_id",
            "initializer_range",
            "attention_dropout",
            "hidden_dropout",
            "embd_pdrop",
            "resid_pdrop",
            "classifier_dropout",
            "pretraining_tp",
            "is_llama_config",
            "tokenizer_class",
            "output_attentions",
            "output_hidden_states",
            "return_dict",
            "torchscript",
            "_attn_implementation",
            "_attn_implementation_autoset",
            "attn_implementation",
            "unsloth_fixed",
            "unsloth_version",
            "max_window_layers",
            ConfigParameters.TIED,
            ConfigRope.SCALING,
            ConfigRope.NEW_SCALING,
            ConfigRope.ORIGINAL,
            ConfigRope.SHARE,
            ConfigParameters.LAYER_TYPES);

    /// The only values that are supported.
    private static final Map<String, String> ONLY = Map.ofEntries(
            Map.entry("attention_bias", "false"),
            Map.entry("mlp_bias", "false"),
            Map.entry("rope_interleaved", "false"),
            Map.entry("use_mrope", "false"),
            Map.entry("use_bidirectional_attention", "false"),
            Map.entry("is_encoder_decoder", "false"),
            Map.entry("add_cross_attention", "false"),
            Map.entry("is_decoder", "true"),
            Map.entry("chunk_size_feed_forward", "0"));

    private static final List<String> ACTIVATIONS = List.of("hidden_activation", "hidden_act");
    private static final String QUANTIZATION = "quantization_config";
    private static final Set<String> PARTS =
            Set.of("vision_config", "audio_config", "text_config", "thinker_config", "talker_config");

    /// @param known parameters of the family
    /// @param more keys of the family that are no parameters
    /// @param activation the family's, by its names
    void check(Set<Parameter> known, Set<String> more, Set<String> activation) {
        checkActivation(activation);
        Set<String> allowed = new HashSet<>(HARMLESS);
        allowed.addAll(more);
        allowed.addAll(ACTIVATIONS);
        known.forEach(parameter -> allowed.add(parameter.config()));
        for (String key : config.keys()) {
            if (!allowed.contains(key)) {
                checkValue(key);
            }
        }
    }

    private void checkActivation(Set<String> names) {
        for (String key : ACTIVATIONS) {
            Optional<String> given = config.string(key);
            if (given.isPresent()) {
                if (!names.contains(given.get())) {
                    throw config.fault(key, "is " + ConfigParameters.shown(given.get()) + "; supported is " + names);
                }
                return;
            }
        }
    }

    private void checkValue(String key) {
        if (PARTS.contains(key)) {
            throw config.fault(key, "belongs to a model of several parts (vision, audio); only text models are served");
        }
        if (key.equals(QUANTIZATION)) {
            throw config.fault(
                    key,
                    "says that the weights are quantised; safetensors are read in F32, F16 and BF16, use GGUF instead");
        }
        String value = config.text(key).orElse("null");
        String only = ONLY.get(key);
        if (only == null) {
            throw unknown(key, value);
        }
        if (!only.equals(value)) {
            throw config.fault(key, "is " + value + "; only " + only + " is supported");
        }
    }

    private ServingException unknown(String key, String value) {
        return config.fault(
                key, "is " + value + ", and is not known for this family; ignoring it could change results");
    }
}
