package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;

/// Qwen3, the dense ones: heads of q and k are normalised.
final class Qwen3Family implements ModelFamily {
    @Override
    public String name() {
        return "qwen3";
    }

    @Override
    public List<String> architectures() {
        return List.of("qwen3");
    }

    @Override
    public List<String> classes() {
        return List.of("Qwen3ForCausalLM");
    }

    @Override
    public TensorTraits traits() {
        return TensorTraits.plain().withHeadNorms();
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
        return QwenWindows.attention(parameters, heads).withHeadNorms();
    }

    @Override
    public BlockSpec block(Parameters parameters) {
        return BlockSpec.plain(parameters.epsilon());
    }
}
