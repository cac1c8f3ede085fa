package dev.troupe.store.spec;

import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.BlockSpec.Activation;
import java.util.Optional;
import java.util.Set;

/// What the generations of Gemma share: layers with and without a window in turn, norms on both sides
/// of attention and MLP, a scaled embedding.
final class GemmaRules {
    static final Set<Parameter> PARAMETERS =
            Set.of(Parameter.WINDOW, Parameter.WINDOW_ROPE_BASE, Parameter.ATTENTION_SOFTCAP, Parameter.LOGIT_SOFTCAP);
    static final Set<String> CONFIG_KEYS =
            Set.of(ConfigParameters.ATTENTION_SCALAR, ConfigParameters.PATTERNS[0], ConfigParameters.PATTERNS[1]);
    static final Set<String> ACTIVATIONS = Set.of("gelu_pytorch_tanh");

    private GemmaRules() {}

    /// @param fullEvery every how many layers one sees everything
    /// @param largest layers of the one size whose GGUF means width / heads by the scalar of q.k
    /// @param windowRotation of layers with a window
    static AttentionSpec attention(
            Parameters parameters, HeadShape heads, int fullEvery, int largest, RotationSpec windowRotation) {
        Optional<Integer> window = parameters.find(Parameter.WINDOW, Parameters.MAX_CONTEXT);
        WindowPattern pattern = parameters.windows(WindowPattern.fullEvery(fullEvery));
        if (window.isEmpty() && pattern.any()) {
            throw parameters.fault(Parameter.WINDOW, "is missing");
        }
        Kind full = new Kind(Optional.empty(), AttentionRules.rotation(parameters, heads));
        int scalar = parameters.layers() == largest
                ? parameters.require(Parameter.WIDTH, Parameters.MAX_WIDTH) / heads.heads()
                : heads.size();
        return new AttentionSpec(
                heads.heads(),
                heads.kvHeads(),
                heads.size(),
                parameters.attentionScale(scalar),
                parameters.softcap(Parameter.ATTENTION_SOFTCAP),
                false,
                false,
                pattern.of(new Kind(window, windowRotation), full));
    }

    static BlockSpec block(Parameters parameters) {
        int width = parameters.require(Parameter.WIDTH, Parameters.MAX_WIDTH);
        return new BlockSpec(
                parameters.epsilon(),
                true,
                Activation.GELU_TANH,
                (float) StrictMath.sqrt(width),
                parameters.softcap(Parameter.LOGIT_SOFTCAP));
    }
}
