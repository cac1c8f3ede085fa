package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;

/// Mistral in safetensors: Llama with a window in every layer, or in none. Its GGUF files call
/// themselves `llama` and have no window.
final class MistralFamily implements ModelFamily {
    @Override
    public String name() {
        return "mistral";
    }

    @Override
    public List<String> architectures() {
        return List.of();
    }

    @Override
    public List<String> classes() {
        return List.of("MistralForCausalLM");
    }

    @Override
    public TensorTraits traits() {
        return TensorTraits.plain();
    }

    @Override
    public Set<Parameter> parameters() {
        return Set.of(Parameter.WINDOW);
    }

    @Override
    public AttentionSpec attention(Parameters parameters, HeadShape heads) {
        return AttentionRules.windowed(parameters, heads, WindowPattern.all(true));
    }

    @Override
    public BlockSpec block(Parameters parameters) {
        return BlockSpec.plain(parameters.epsilon());
    }
}
