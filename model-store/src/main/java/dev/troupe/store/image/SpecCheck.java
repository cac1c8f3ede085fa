package dev.troupe.store.image;

import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.AttentionSpec.LayerPattern;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import dev.troupe.store.spec.RotationSpec;
import java.util.Optional;

/// Decides whether a spec's numbers are such that its model can be run.
final class SpecCheck {
    private static final int MAX_HEAD_SIZE = 256;
    private static final int MAX_HEADS = 1 << 14;
    private static final int MAX_LAYERS = 1 << 16;

    private SpecCheck() {}

    /// @throws IllegalArgumentException naming the entry, its value and the limit
    static void check(ModelSpec spec) {
        atLeastOne(spec.vocabularySize(), "vocabularySize");
        atLeastOne(spec.contextLength(), "contextLength");
        atLeastOne(spec.width(), "width");
        atLeastOne(spec.feedForwardWidth(), "feedForwardWidth");
        between(spec.layers(), 1, MAX_LAYERS, "layers");
        checkBlock(spec.block());
        checkAttention(spec.attention());
        checkPattern(spec.attention().pattern(), spec.layers(), spec.attention().headSize());
    }

    private static void checkBlock(BlockSpec block) {
        positive(block.normEpsilon(), "block.normEpsilon");
        positive(block.embeddingScale(), "block.embeddingScale");
        positive(block.logitSoftcap(), "block.logitSoftcap");
    }

    private static void checkAttention(AttentionSpec attention) {
        int heads = attention.heads();
        int kvHeads = attention.kvHeads();
        between(heads, 1, MAX_HEADS, "attention.heads");
        atLeastOne(kvHeads, "attention.kvHeads");
        require(
                heads >= kvHeads && heads % kvHeads == 0,
                "attention.heads",
                heads + " is no multiple of " + kvHeads + " KV heads");
        even(attention.headSize(), MAX_HEAD_SIZE, "attention.headSize");
        positive(attention.scale(), "attention.scale");
        positive(attention.softcap(), "attention.softcap");
    }

    private static void checkPattern(LayerPattern pattern, int layers, int headSize) {
        between(pattern.kinds().size(), 1, layers, "attention.pattern.kinds");
        between(pattern.cycle().size(), 1, layers, "attention.pattern.cycle");
        for (int kind : pattern.cycle()) {
            between(kind, 0, pattern.kinds().size() - 1, "attention.pattern.cycle");
        }
        for (Kind kind : pattern.kinds()) {
            atLeastOne(kind.window().orElse(1), "window");
            checkRotation(kind.rotation(), headSize);
        }
    }

    private static void checkRotation(RotationSpec rotation, int headSize) {
        positive(rotation.base(), "rotation.base");
        positive(rotation.amplitude(), "rotation.amplitude");
        even(rotation.width(), headSize, "rotation.width");
        int divisors = rotation.divisors().size();
        require(
                divisors == 0 || divisors == rotation.width() / 2,
                "rotation.divisors",
                "has " + divisors + " entries; needed is none or one for each of " + rotation.width() / 2 + " pairs");
        for (double divisor : rotation.divisors()) {
            positive(divisor, "rotation.divisors");
        }
    }

    private static void even(int value, int limit, String entry) {
        require(value % 2 == 0, entry, value + " is odd");
        between(value, 2, limit, entry);
    }

    private static void atLeastOne(int value, String entry) {
        between(value, 1, Integer.MAX_VALUE, entry);
    }

    private static void between(int value, int low, int high, String entry) {
        require(value >= low && value <= high, entry, value + " is outside of " + low + " to " + high);
    }

    private static void positive(Optional<Float> value, String entry) {
        value.ifPresent(number -> positive(number, entry));
    }

    private static void positive(double value, String entry) {
        require(value > 0 && Double.isFinite(value), entry, value + " is not positive and finite");
    }

    private static void require(boolean condition, String entry, String problem) {
        if (!condition) {
            throw new IllegalArgumentException("spec: " + entry + ": " + problem);
        }
    }
}
