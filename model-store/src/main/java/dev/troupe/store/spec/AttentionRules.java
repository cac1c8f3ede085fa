package dev.troupe.store.spec;

import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.AttentionSpec.LayerPattern;
import java.util.Optional;

/// Attention as most families have it; the rest is said with {@link AttentionSpec}'s own words.
final class AttentionRules {
    private AttentionRules() {}

    /// Every layer sees everything before it.
    static AttentionSpec whole(Parameters parameters, HeadShape heads) {
        return plain(heads, LayerPattern.of(new Kind(Optional.empty(), rotation(parameters, heads))));
    }

    /// Layers with the file's window, if it has one, and layers without.
    static AttentionSpec windowed(Parameters parameters, HeadShape heads, WindowPattern pattern) {
        Optional<Integer> window = parameters.find(Parameter.WINDOW, Parameters.MAX_CONTEXT);
        RotationSpec rotation = rotation(parameters, heads);
        if (window.isEmpty() && pattern.any() && !pattern.every()) {
            throw parameters.fault(Parameter.WINDOW, "is missing, but some layers have a window");
        }
        return plain(heads, pattern.of(new Kind(window, rotation), new Kind(Optional.empty(), rotation)));
    }

    static RotationSpec rotation(Parameters parameters, HeadShape heads) {
        return parameters.rope(heads.rotated()).rotation(heads.rotated());
    }

    private static AttentionSpec plain(HeadShape heads, LayerPattern pattern) {
        return new AttentionSpec(
                heads.heads(),
                heads.kvHeads(),
                heads.size(),
                (float) (1.0 / StrictMath.sqrt(heads.size())),
                Optional.empty(),
                false,
                false,
                pattern);
    }
}
