package dev.troupe.store.spec;

import java.util.List;
import java.util.Set;

/// Gemma 3, text only: five layers with a window for each without, each kind with a rotation of its
/// own; heads of q and k are normalised.
final class Gemma3Family implements ModelFamily {
    private static final int FULL_EVERY = 6;
    private static final int LARGEST_LAYERS = 62;
    private static final double WINDOW_BASE = 10_000;

    @Override
    public String name() {
        return "gemma3";
    }

    @Override
    public List<String> architectures() {
        return List.of("gemma3");
    }

    @Override
    public List<String> classes() {
        return List.of("Gemma3ForCausalLM");
    }

    @Override
    public TensorTraits traits() {
        return TensorTraits.plain().withOutputNorms().withHeadNorms().withGainsLessOne();
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
        RotationSpec near = RotationSpec.unscaled(parameters.windowBase(WINDOW_BASE), heads.rotated());
        return GemmaRules.attention(parameters, heads, FULL_EVERY, LARGEST_LAYERS, near)
                .withHeadNorms();
    }

    @Override
    public BlockSpec block(Parameters parameters) {
        return GemmaRules.block(parameters);
    }
}
