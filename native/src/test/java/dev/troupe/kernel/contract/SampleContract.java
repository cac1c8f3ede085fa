package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class SampleContract extends KernelContract {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 15, 16, 17, 33, 512, 1025})
    void everyDrawGivesTheTokenOfTheReference(int vocabulary) {
        withData(data -> {
            SampleCase test = new SampleData(data, vocabulary).rows(600);
            assertSameInAnyBatch("vocabulary " + vocabulary, test, data, 1, 2, 7, 33, 600);
        });
    }

    @Test
    void theWholeVocabularyOfARealModelGivesTheTokenOfTheReference() {
        withData(data -> {
            for (int batch = 0; batch < 3; batch++) {
                SampleCase test = new SampleData(data, 49_152).rows(24);
                assertSameInAnyBatch("vocabulary 49152", test, data, 1, 5, 24);
            }
        });
    }

    /// Weights that are not round, all alike but for rounding, drawn over their whole range.
    @Test
    void flatDistributionsAreDrawnFromEverywhere() {
        withData(data -> {
            for (int vocabulary : new int[] {17, 512, 8192}) {
                float[][] logits = data.rows(64, vocabulary);
                for (float[] row : logits) {
                    for (int i = 0; i < row.length; i++) {
                        row[i] = row[i] * 0.01f + 5f;
                    }
                }
                Draw[] draws = new Draw[64];
                Arrays.setAll(draws, i -> drawn(1.3f, 0, i % 2 == 0 ? 1f : 0.999f, i * 77L, i));
                assertSameInAnyBatch("flat " + vocabulary, new SampleCase(logits, draws, 3), data, 1, 64);
            }
        });
    }

    @Test
    void theSmallestAndLargestDrawsStayInsideTheVocabulary() {
        withData(data -> {
            float[] logits = data.numbers(100);
            int best = IntStream.range(0, 100)
                    .reduce((left, right) -> logits[right] > logits[left] ? right : left)
                    .orElseThrow();
            Draw[] draws = {
                drawn(1f, 0, 1f, 0, SampleData.LOWEST_DRAWS[0]),
                drawn(1f, 0, 1f, 0, SampleData.HIGHEST_DRAWS[0]),
                drawn(1f, 1, 1f, 0, SampleData.HIGHEST_DRAWS[0]),
                drawn(1f, 0, 1e-6f, 0, SampleData.HIGHEST_DRAWS[1])
            };
            SampleCase test = new SampleCase(new float[][] {logits, logits, logits, logits}, draws, 5);
            assertSameInAnyBatch("edges", test, data, 1, 4);
            subject.reset();
            List<Choice> choices = test.choose(subject, 0, 4);
            assertThat(choices.get(0).token()).isZero();
            assertThat(choices.get(1).token()).isEqualTo(99);
            assertThat(choices.get(2).token()).isEqualTo(best);
            assertThat(choices.get(3).token()).isEqualTo(best);
        });
    }

    @Test
    void rowsThatAreNotFiniteAreReportedAndLeaveTheOthersAlone() {
        withData(data -> {
            SampleCase test = new SampleData(data, 333).rows(60);
            for (int row = 0; row < 60; row += 3) {
                float[] logits = test.logits()[row];
                switch (row % 4) {
                    case 0 -> logits[data.below(333)] = Float.NaN;
                    case 1 -> logits[data.below(333)] = Float.POSITIVE_INFINITY;
                    case 2 -> Arrays.fill(logits, Float.NEGATIVE_INFINITY);
                    default -> Arrays.fill(logits, Float.NaN);
                }
            }
            assertSameInAnyBatch("not finite", test, data, 1, 2, 7, 60);
            subject.reset();
            List<Choice> choices = test.choose(subject, 0, 60);
            for (int row = 0; row < 60; row++) {
                Choice.Status expected = row % 3 == 0 ? Choice.Status.NOT_FINITE : Choice.Status.OK;
                assertThat(choices.get(row).status()).as("row %d", row).isEqualTo(expected);
            }
        });
    }

    @Test
    void everyPlaceInALaneIsSearchedForNaN() {
        withData(data -> {
            int vocabulary = 70;
            float[][] logits = data.rows(vocabulary, vocabulary);
            for (int row = 0; row < vocabulary; row++) {
                logits[row][row] = row % 2 == 0 ? Float.NaN : Float.POSITIVE_INFINITY;
            }
            Draw[] draws = new Draw[vocabulary];
            Arrays.setAll(draws, i -> i % 3 == 0 ? drawn(1f, 5, 0.9f, i, i) : Draw.greedy(i % 3));
            SampleCase test = new SampleCase(logits, draws, 2);
            subject.reset();
            assertThat(test.choose(subject, 0, vocabulary))
                    .allSatisfy(choice -> assertThat(choice)
                            .isEqualTo(new Choice(Choice.Status.NOT_FINITE, 0, 0f, 0f, 0f, List.of())));
        });
    }

    private static Draw drawn(float temperature, int topK, float topP, long seed, long position) {
        return Draw.drawn(new Draw.Cuts(temperature, topK, topP, 0f), 0, seed, position);
    }
}
