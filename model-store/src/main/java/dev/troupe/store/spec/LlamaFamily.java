package dev.troupe.store.spec;

import java.util.List;

/// Llama 1 to 3 and everything that is published under its name, such as SmolLM2 and TinyLlama; in
/// GGUF also Mistral.
final class LlamaFamily implements ModelFamily {
    @Override
    public String name() {
        return "llama";
    }

    @Override
    public List<String> architectures() {
        return List.of("llama");
    }

    @Override
    public List<String> classes() {
        return List.of("LlamaForCausalLM");
    }

    @Override
    public TensorTraits traits() {
        return TensorTraits.plain().withInterleavedRows();
    }

    @Override
    public AttentionSpec attention(Parameters parameters, HeadShape heads) {
        return AttentionRules.whole(parameters, heads);
    }

    @Override
    public BlockSpec block(Parameters parameters) {
        return BlockSpec.plain(parameters.epsilon());
    }
}
