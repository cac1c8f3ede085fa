package dev.troupe.store.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedTextTest {
    private static final int STEPS = 64;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theGreedyContinuationWandersAndLogitsAreSane(long seed) {
        PlainForward forward = new PlainForward(
                GeneratedModels.bytes(GeneratedModel.small(WeightFormats.all(WeightFormat.Q8_0), seed)));
        List<Integer> tokens = new ArrayList<>();
        int token = 100;
        for (int step = 0; step < STEPS; step++) {
            float[] logits = forward.logits(token);
            assertThat(deviation(logits)).isBetween(1.0, 4.0);
            token = best(logits);
            tokens.add(token);
        }
        assertThat(new HashSet<>(tokens)).hasSizeGreaterThan(STEPS / 4);
    }

    private static int best(float[] logits) {
        int best = 0;
        for (int id = 1; id < logits.length; id++) {
            best = logits[id] > logits[best] ? id : best;
        }
        return best;
    }

    private static double deviation(float[] logits) {
        double squares = 0;
        for (float logit : logits) {
            squares += logit * logit;
        }
        return Math.sqrt(squares / logits.length);
    }
}
