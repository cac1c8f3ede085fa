package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;

/// Qwen2 and 2.5: biases on q, k and v.
final class Qwen2Family implements ModelFamily {
    @Override
    public String name() {
        return "qwen2";
    }

    @Override
    public List<String> architectures() {
        return List.of("qwen2");
    }

    @Override
    public List<String> classes() {
        return List.of("Qwen2ForCausalLM");
    }

    @Override
    public TensorTraits traits() {
        return TensorTraits.plain().withBias();
    }

    @Override
    public Set<Parameter> parameters() {
        return QwenWindows.PARAMETERS;
    }

    @Override
    public Set<String> configKeys() {
        return QwenWindows.KEYS;
    }

    @Override
    public AttentionSpec attention(Parameters parameters, HeadShape heads) {
        return QwenWindows.attention(parameters, heads).withBias();
    }

    @Override
    public BlockSpec block(Parameters parameters) {
        return BlockSpec.plain(parameters.epsilon());
    }
}
