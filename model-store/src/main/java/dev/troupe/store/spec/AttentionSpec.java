package dev.troupe.store.spec;

import java.util.List;
import java.util.Optional;

/// The attention of a model.
///
/// @param heads query heads
/// @param kvHeads KV heads, a divisor of `heads`
/// @param headSize width of one head
/// @param scale factor of each q.k product, usually 1/sqrt(headSize)
/// @param softcap positive c: a score s counts as c * tanh(s / c)
/// @param bias whether q, k and v have a bias
/// @param headNorms whether each head of q and of k is normalised before it is rotated
/// @param pattern the kind of each layer
public record AttentionSpec(
        int heads,
        int kvHeads,
        int headSize,
        float scale,
        Optional<Float> softcap,
        boolean bias,
        boolean headNorms,
        LayerPattern pattern) {

    /// What differs between the layers of one model.
    ///
    /// @param window how many positions a query sees, its own included; all before it when empty
    /// @param rotation of q and k
    public record Kind(Optional<Integer> window, RotationSpec rotation) {}

    /// Layer i is of the kind `kinds[cycle[i % cycle.size()]]`.
    ///
    /// @param kinds at least one
    /// @param cycle at least one index into `kinds`
    public record LayerPattern(List<Kind> kinds, List<Integer> cycle) {
        public LayerPattern {
            kinds = List.copyOf(kinds);
            cycle = List.copyOf(cycle);
        }

        /// All layers alike.
        public static LayerPattern of(Kind kind) {
            return new LayerPattern(List.of(kind), List.of(0));
        }

        /// Index into {@link #kinds}.
        public int kindOf(int layer) {
            return cycle.get(layer % cycle.size());
        }
    }

    /// Llama's: every layer sees everything before it, whole heads are rotated, unscaled.
    public static AttentionSpec plain(int heads, int kvHeads, int headSize, double ropeBase) {
        LayerPattern pattern = LayerPattern.of(new Kind(Optional.empty(), RotationSpec.unscaled(ropeBase, headSize)));
        float scale = (float) (1.0 / StrictMath.sqrt(headSize));
        return new AttentionSpec(heads, kvHeads, headSize, scale, Optional.empty(), false, false, pattern);
    }

    /// The kind of a layer.
    public Kind kindOf(int layer) {
        return pattern.kinds().get(pattern.kindOf(layer));
    }

    /// The same with a bias on q, k and v.
    AttentionSpec withBias() {
        return new AttentionSpec(heads, kvHeads, headSize, scale, softcap, true, headNorms, pattern);
    }

    /// The same with normalised heads.
    AttentionSpec withHeadNorms() {
        return new AttentionSpec(heads, kvHeads, headSize, scale, softcap, bias, true, pattern);
    }

    /// Width of all query heads.
    public int qWidth() {
        return heads * headSize;
    }

    /// Width of all key heads, and of all value heads.
    public int kvWidth() {
        return kvHeads * headSize;
    }
}
