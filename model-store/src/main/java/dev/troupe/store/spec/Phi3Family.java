package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;

/// Phi-3, Phi-3.5 and Phi-4-mini: q, k and v lie in one matrix, gate and up in another; a part of each
/// head may stay unrotated. Sequences end at the context of the short factors.
final class Phi3Family implements ModelFamily {
    @Override
    public String name() {
        return "phi3";
    }

    @Override
    public List<String> architectures() {
        return List.of("phi3");
    }

    @Override
    public List<String> classes() {
        return List.of("Phi3ForCausalLM");
    }

    @Override
    public TensorTraits traits() {
        return TensorTraits.plain().withFusedMatrices();
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
