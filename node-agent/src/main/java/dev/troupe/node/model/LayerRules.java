package dev.troupe.node.model;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import dev.troupe.store.spec.AttentionSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// What attention does in one layer, as its ops want it.
record LayerRules(Ops.HeadRules heads, Ops.ScoreRules scores) {
    static List<LayerRules> of(AttentionSpec spec, ModelWeights weights, RotationTables rotations) {
        List<LayerRules> rules = new ArrayList<>();
        for (int layer = 0; layer < weights.layers().size(); layer++) {
            AttentionSpec.Kind kind = spec.kindOf(layer);
            ModelWeights.Attention placed = weights.layers().get(layer).attention();
            Ops.HeadRules heads = new Ops.HeadRules(
                    placed.bias(),
                    placed.headNorms(),
                    rotations.of(kind.rotation()),
                    kind.rotation().width());
            OptionalInt window = kind.window().map(OptionalInt::of).orElse(OptionalInt.empty());
            rules.add(new LayerRules(heads, new Ops.ScoreRules(window, spec.softcap())));
        }
        return rules;
    }

    static AttentionShape shape(AttentionSpec spec) {
        return new AttentionShape(spec.heads(), spec.kvHeads(), spec.headSize(), spec.scale());
    }
}
