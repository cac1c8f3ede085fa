package dev.troupe.store.spec;

/// A hyper-parameter by its names: behind the architecture in GGUF, and in `config.json`.
enum Parameter {
    LAYERS("block_count", "num_hidden_layers"),
    CONTEXT("context_length", "max_position_embeddings"),
    WIDTH("embedding_length", "hidden_size"),
    FEED_FORWARD("feed_forward_length", "intermediate_size"),
    HEADS("attention.head_count", "num_attention_heads"),
    KV_HEADS("attention.head_count_kv", "num_key_value_heads"),
    HEAD_SIZE("attention.key_length", "head_dim"),
    EPSILON("attention.layer_norm_rms_epsilon", "rms_norm_eps"),
    VOCABULARY("vocab_size", "vocab_size"),
    ROPE_BASE("rope.freq_base", "rope_theta"),
    /// Base of layers with a window.
    WINDOW_ROPE_BASE("rope.freq_base_swa", "rope_local_base_freq"),
    WINDOW("attention.sliding_window", "sliding_window"),
    ATTENTION_SOFTCAP("attn_logit_softcapping", "attn_logit_softcapping"),
    LOGIT_SOFTCAP("final_logit_softcapping", "final_logit_softcapping");

    private final String gguf;
    private final String config;

    Parameter(String gguf, String config) {
        this.gguf = gguf;
        this.config = config;
    }

    String gguf() {
        return gguf;
    }

    String config() {
        return config;
    }
}
