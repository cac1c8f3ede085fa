package dev.troupe.node.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.TensorPlace;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelWeightsTest {
    private static final String DOWN = "layers.1.down";

    private final ImageManifest whole =
            TestImage.of(WeightFormat.Q8_0, false, 1).manifest();

    @Test
    void addressesAreTheDevicesStartAndTheManifestsOffsets() {
        ModelWeights weights = ModelWeights.of(whole, 1 << 20);
        assertThat(weights.layers()).hasSize(3);
        assertThat(weights.layers().get(1).mlp().down().address())
                .isEqualTo((1 << 20) + whole.tensors().get(DOWN).offset());
        assertThat(weights.layers().get(0).attention().qkv())
                .extracting(ModelWeights.Projection::column)
                .containsExactly(0, 64, 96);
    }

    @Test
    void aMissingTensorIsNamed() {
        Map<String, TensorPlace> tensors = new HashMap<>(whole.tensors());
        tensors.remove(DOWN);
        assertRefused(tensors, DOWN + " is missing");
    }

    @Test
    void aShapeThatDisagreesWithTheSpecIsNamed() {
        Map<String, TensorPlace> tensors = new HashMap<>(whole.tensors());
        tensors.put(DOWN, new TensorPlace(TensorPlace.Kind.MATRIX, WeightFormat.Q8_0, 64, 64, 0, 64));
        assertRefused(tensors, DOWN + " is MATRIX 64 x 64; expected MATRIX 64 x 96");
    }

    @Test
    void aTensorBeyondTheImageIsNamed() {
        Map<String, TensorPlace> tensors = new HashMap<>(whole.tensors());
        TensorPlace down = tensors.get(DOWN);
        tensors.put(
                DOWN,
                new TensorPlace(
                        down.kind(), down.format(), down.outputs(), down.inputs(), whole.bytes(), down.bytes()));
        assertRefused(tensors, DOWN + " reaches beyond");
    }

    private void assertRefused(Map<String, TensorPlace> tensors, String part) {
        ImageManifest broken = new ImageManifest(
                whole.spec(),
                whole.tokenCount(),
                whole.layout(),
                whole.bytes(),
                tensors,
                whole.gateEnds(),
                whole.chunks());
        assertThatThrownBy(() -> ModelWeights.of(broken, 0))
                .isInstanceOfSatisfying(
                        ServingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_UNAVAILABLE))
                .hasMessageContaining(part);
    }
}
