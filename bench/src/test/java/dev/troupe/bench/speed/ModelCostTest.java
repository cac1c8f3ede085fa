package dev.troupe.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.TensorPlace;
import dev.troupe.store.image.TensorPlace.Kind;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelCostTest {
    private static final TensorPlace TABLE = new TensorPlace(Kind.MATRIX, WeightFormat.Q8_0, 300, 64, 0, 21_000);

    @Test
    void aTiedTableCountsOnceAndAPairTwice() {
        ModelSpec spec = new ModelSpec(
                "llama", 300, 2048, 64, 96, 1, AttentionSpec.plain(4, 2, 16, 10_000), BlockSpec.plain(1e-5f));
        Map<String, TensorPlace> tensors = Map.of(
                "embedding",
                TABLE,
                "head",
                TABLE,
                "output_norm",
                new TensorPlace(Kind.VECTOR, WeightFormat.F32, 1, 64, 30_000, 256),
                "layers.0.gate_up",
                new TensorPlace(Kind.PAIR, WeightFormat.Q4_0, 96, 64, 40_000, 7_000));
        ModelCost cost = ModelCost.of(new ImageManifest(spec, 1, "portable-1/cpu", 0, tensors, List.of(), List.of()));
        assertThat(cost).isEqualTo(new ModelCost(28_256, 2 * 96 * 64, 300 * 64, 2 * 2 * 2 * 16));
    }
}
