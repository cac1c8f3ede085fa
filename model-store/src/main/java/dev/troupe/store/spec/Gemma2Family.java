package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;

/// Gemma 2: every second layer has a window; scores and logits are capped.
final class Gemma2Family implements ModelFamily {
    private static final int FULL_EVERY = 2;
    private static final int LARGEST_LAYERS = 46;

    @Override
    public String name() {
        return "gemma2";
    }

    @Override
    public List<String> architectures() {
        return List.of("gemma2");
    }

    @Override
    public List<String> classes() {
        return List.of("Gemma2ForCausalLM");
    }

    @Override
    public TensorTraits traits() {
        return TensorTraits.plain().withOutputNorms().withGainsLessOne();
    }

    @Override
    public Set<Parameter> parameters() {
        return GemmaRules.PARAMETERS;
    }

    @Override
    public Set<String> configKeys() {
        return GemmaRules.CONFIG_KEYS;
    }

    @Override
    public Set<String> activations() {
        return GemmaRules.ACTIVATIONS;
    }

    @Override
    public AttentionSpec attention(Parameters parameters, HeadShape heads) {
        return GemmaRules.attention(
                parameters, heads, FULL_EVERY, LARGEST_LAYERS, AttentionRules.rotation(parameters, heads));
    }

    @Override
    public BlockSpec block(Parameters parameters) {
        return GemmaRules.block(parameters);
    }
}
