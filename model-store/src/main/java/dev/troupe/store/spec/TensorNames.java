package dev.troupe.store.spec;

/// What a file format calls the tensors.
enum TensorNames {
    GGUF("token_embd.weight", "output_norm.weight", "output.weight", "blk."),
    SAFETENSORS("model.embed_tokens.weight", "model.norm.weight", "lm_head.weight", "model.layers.");

    private final String embedding;
    private final String outputNorm;
    private final String head;
    private final String layers;

    TensorNames(String embedding, String outputNorm, String head, String layers) {
        this.embedding = embedding;
        this.outputNorm = outputNorm;
        this.head = head;
        this.layers = layers;
    }

    String embedding() {
        return embedding;
    }

    String outputNorm() {
        return outputNorm;
    }

    String head() {
        return head;
    }

    String layer(int layer, LayerTensor tensor) {
        return layers + layer + "." + (this == GGUF ? tensor.gguf() : tensor.safetensors());
    }

    /// Tensors of a layer by what they are for.
    enum LayerTensor {
        ATTENTION_NORM("attn_norm.weight", "input_layernorm.weight"),
        QUERY("attn_q.weight", "self_attn.q_proj.weight"),
        KEY("attn_k.weight", "self_attn.k_proj.weight"),
        VALUE("attn_v.weight", "self_attn.v_proj.weight"),
        /// The three as one.
        FUSED_QKV("attn_qkv.weight", "self_attn.qkv_proj.weight"),
        QUERY_BIAS("attn_q.bias", "self_attn.q_proj.bias"),
        KEY_BIAS("attn_k.bias", "self_attn.k_proj.bias"),
        VALUE_BIAS("attn_v.bias", "self_attn.v_proj.bias"),
        QUERY_NORM("attn_q_norm.weight", "self_attn.q_norm.weight"),
        KEY_NORM("attn_k_norm.weight", "self_attn.k_norm.weight"),
        ATTENTION_OUTPUT("attn_output.weight", "self_attn.o_proj.weight"),
        MLP_NORM("ffn_norm.weight", "post_attention_layernorm.weight"),
        /// Where there are norms behind attention and MLP, what is in front of the MLP has another
        /// name in safetensors.
        MLP_NORM_OF_FOUR("ffn_norm.weight", "pre_feedforward_layernorm.weight"),
        ATTENTION_OUTPUT_NORM("post_attention_norm.weight", "post_attention_layernorm.weight"),
        MLP_OUTPUT_NORM("post_ffw_norm.weight", "post_feedforward_layernorm.weight"),
        GATE("ffn_gate.weight", "mlp.gate_proj.weight"),
        UP("ffn_up.weight", "mlp.up_proj.weight"),
        /// The two as one, gate first.
        FUSED_GATE_UP("ffn_up.weight", "mlp.gate_up_proj.weight"),
        DOWN("ffn_down.weight", "mlp.down_proj.weight");

        private final String gguf;
        private final String safetensors;

        LayerTensor(String gguf, String safetensors) {
            this.gguf = gguf;
            this.safetensors = safetensors;
        }

        String gguf() {
            return gguf;
        }

        String safetensors() {
            return safetensors;
        }
    }
}
