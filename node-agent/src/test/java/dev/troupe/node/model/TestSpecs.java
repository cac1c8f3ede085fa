package dev.troupe.node.model;

import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.AttentionSpec.Kind;
import dev.troupe.store.spec.AttentionSpec.LayerPattern;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.BlockSpec.Activation;
import dev.troupe.store.spec.ModelSpec;
import dev.troupe.store.spec.RotationSpec;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// What families ask of a decoder, on models that are small.
public enum TestSpecs {
    /// Frequencies stretched by parts.
    LLAMA3 {
        @Override
        public ModelSpec spec() {
            RotationSpec rotation = new RotationSpec(500_000, 16, List.of(1.0, 1.0, 1.3, 2.0, 4.5, 8.0, 8.0, 8.0), 1);
            return model(attention(4, 2, 16, rotation), BlockSpec.plain(1e-5f));
        }
    },
    /// Biases on q, k and v.
    QWEN2 {
        @Override
        public ModelSpec spec() {
            AttentionSpec plain = attention(4, 2, 16, RotationSpec.unscaled(1_000_000, 16));
            return model(with(plain, Optional.empty(), true, false), BlockSpec.plain(1e-6f));
        }
    },
    /// Norms of heads that are wider than their share of the stream (MS-10).
    QWEN3 {
        @Override
        public ModelSpec spec() {
            AttentionSpec plain = attention(4, 2, 32, RotationSpec.unscaled(1_000_000, 32));
            return model(with(plain, Optional.empty(), false, true), BlockSpec.plain(1e-6f));
        }
    },
    /// Two kinds of layers, norms everywhere, one KV head of 256.
    GEMMA3 {
        @Override
        public ModelSpec spec() {
            Kind near = new Kind(Optional.of(8), RotationSpec.unscaled(10_000, 256));
            Kind far = new Kind(Optional.empty(), new RotationSpec(1_000_000, 256, constant(8, 128), 1));
            LayerPattern pattern = new LayerPattern(List.of(near, far), List.of(0, 0, 1));
            AttentionSpec attention = new AttentionSpec(2, 1, 256, 0.0625f, Optional.empty(), false, true, pattern);
            return model(attention, new BlockSpec(1e-6f, true, Activation.GELU_TANH, 8f, Optional.empty()));
        }
    },
    /// Capped scores and logits, and a longer window.
    GEMMA2 {
        @Override
        public ModelSpec spec() {
            RotationSpec rotation = RotationSpec.unscaled(10_000, 16);
            LayerPattern pattern = new LayerPattern(
                    List.of(new Kind(Optional.of(100), rotation), new Kind(Optional.empty(), rotation)), List.of(0, 1));
            AttentionSpec attention = new AttentionSpec(4, 2, 16, 0.2f, Optional.of(5f), false, false, pattern);
            return model(attention, new BlockSpec(1e-6f, true, Activation.GELU_TANH, 8f, Optional.of(3f)));
        }
    },
    /// Half of each head is rotated, and grown.
    PHI3 {
        @Override
        public ModelSpec spec() {
            RotationSpec rotation = new RotationSpec(10_000, 8, List.of(1.0, 1.1, 1.5, 3.0), 1.19);
            return model(attention(4, 4, 16, rotation), BlockSpec.plain(1e-5f));
        }
    },
    /// Everything at once.
    ALL {
        @Override
        public ModelSpec spec() {
            Kind near = new Kind(Optional.of(24), new RotationSpec(10_000, 8, constant(2, 4), 1.1));
            Kind far = new Kind(Optional.empty(), RotationSpec.unscaled(1_000_000, 16));
            LayerPattern pattern = new LayerPattern(List.of(near, far), List.of(0, 1));
            AttentionSpec attention = new AttentionSpec(4, 2, 16, 0.3f, Optional.of(6f), true, true, pattern);
            return model(attention, new BlockSpec(1e-6f, true, Activation.GELU_TANH, 8f, Optional.of(4f)));
        }
    };

    public abstract ModelSpec spec();

    private static AttentionSpec attention(int heads, int kvHeads, int headSize, RotationSpec rotation) {
        AttentionSpec plain = AttentionSpec.plain(heads, kvHeads, headSize, 10_000);
        LayerPattern pattern = LayerPattern.of(new Kind(Optional.empty(), rotation));
        return new AttentionSpec(heads, kvHeads, headSize, plain.scale(), Optional.empty(), false, false, pattern);
    }

    private static AttentionSpec with(AttentionSpec plain, Optional<Float> softcap, boolean bias, boolean headNorms) {
        return new AttentionSpec(
                plain.heads(),
                plain.kvHeads(),
                plain.headSize(),
                plain.scale(),
                softcap,
                bias,
                headNorms,
                plain.pattern());
    }

    private static ModelSpec model(AttentionSpec attention, BlockSpec block) {
        return new ModelSpec("test", 300, 1024, 64, 96, 3, attention, block);
    }

    private static List<Double> constant(double divisor, int pairs) {
        return Collections.nCopies(pairs, divisor);
    }
}
