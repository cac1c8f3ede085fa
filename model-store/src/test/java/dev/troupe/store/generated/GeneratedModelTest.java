package dev.troupe.store.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.spec.AttentionSpec;
import dev.troupe.store.spec.BlockSpec;
import dev.troupe.store.spec.ModelSpec;
import org.junit.jupiter.api.Test;

class GeneratedModelTest {
    @Test
    void theSameModelIsTheSameFileAndAnotherSeedIsNot() {
        GeneratedModel model = GeneratedModel.small(WeightFormats.all(WeightFormat.Q8_0), 7);
        GeneratedModel other = GeneratedModel.small(WeightFormats.all(WeightFormat.Q8_0), 8);
        assertThat(GeneratedModels.bytes(model))
                .isEqualTo(GeneratedModels.bytes(model))
                .isNotEqualTo(GeneratedModels.bytes(other));
    }

    @Test
    void numbersAreCentredWithDeviationOne() {
        float[] numbers = new float[100_000];
        new BellNumbers(1, "any").fill(numbers, 0f, 1f);
        double sum = 0;
        double squares = 0;
        for (float number : numbers) {
            sum += number;
            squares += number * number;
        }
        assertThat(sum / numbers.length).isBetween(-0.02, 0.02);
        assertThat(squares / numbers.length).isBetween(0.98, 1.02);
    }

    @Test
    void aVocabularyWithoutRoomForAllBytesIsRefused() {
        ModelSpec spec = new ModelSpec(
                "llama", 258, 64, 64, 64, 1, AttentionSpec.plain(2, 1, 32, 10_000), BlockSpec.plain(1e-5f));
        assertThatThrownBy(() -> new GeneratedModel(spec, WeightFormats.all(WeightFormat.F16), true, 1))
                .hasMessage("vocabularySize is 258; the least is 259");
    }
}
