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

/// Biases, bans and penalties.
abstract class AdjustContract extends KernelContract {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 33, 512, 1025})
    void everyAdjustmentGivesTheTokenOfTheReference(int vocabulary) {
        withData(data -> {
            SampleCase test = adjusted(data, vocabulary, 400);
            assertSameInAnyBatch("vocabulary " + vocabulary, test, data, 1, 2, 7, 33, 400);
        });
    }

    @Test
    void theWholeVocabularyOfARealModelGivesTheTokenOfTheReference() {
        withData(data -> {
            SampleCase test = adjusted(data, 49_152, 24);
            assertSameInAnyBatch("vocabulary 49152", test, data, 1, 5, 24);
        });
    }

    /// As a step of several drafts of one sequence has it.
    @Test
    void rowsThatShareAHistorySeeItUpToTheirOwnPlace() {
        withData(data -> {
            int vocabulary = 5;
            float[][] logits = data.rows(30, vocabulary);
            int[] history =
                    IntStream.range(0, 60).map(_ -> data.below(vocabulary)).toArray();
            Draw[] draws = new Draw[30];
            SampleCase.Extra[] extras = new SampleCase.Extra[30];
            for (int row = 0; row < 30; row++) {
                draws[row] = Draw.greedy(2).with(penalties(1.3f, 0.4f, 0.7f));
                extras[row] = SampleCase.Extra.seen(history, 25, 30 + row);
            }
            assertSameInAnyBatch("shared", new SampleCase(logits, draws, 3, extras), data, 1, 4, 30);
        });
    }

    @Test
    void aRowOfWhichNothingIsLeftSaysSoAndLeavesTheOthersAlone() {
        withData(data -> {
            int vocabulary = 33;
            int[] all = IntStream.range(0, vocabulary).toArray();
            SampleCase test = adjusted(data, vocabulary, 60);
            for (int row = 0; row < 60; row += 4) {
                test.draws()[row] = row % 8 == 0 ? Draw.greedy(1) : Draw.drawn(Draw.Cuts.none(), 1, row, row);
                test.extras()[row] = SampleCase.Extra.listed(all, new float[0], vocabulary);
            }
            assertSameInAnyBatch("nothing left", test, data, 1, 7, 60);
            subject.reset();
            List<Choice> choices = test.choose(subject, 0, 60);
            for (int row = 0; row < 60; row += 4) {
                assertThat(choices.get(row))
                        .isIn(
                                new Choice(Choice.Status.NOTHING_LEFT, 0, 0f, 0f, 0f, List.of()),
                                new Choice(Choice.Status.NOT_FINITE, 0, 0f, 0f, 0f, List.of()));
            }
        });
    }

    /// Repetition may be so close to 0 that a logit overflows.
    @Test
    void aPenaltyThatOverflowsFailsItsRow() {
        withData(data -> {
            float[][] logits = {{1f, 1e30f, 2f}, {1f, -1e30f, 2f}};
            Draw[] draws = {
                Draw.greedy(1).with(penalties(1e-20f, 0f, 0f)), Draw.greedy(1).with(penalties(1e20f, 0f, 0f))
            };
            SampleCase.Extra[] extras = new SampleCase.Extra[2];
            Arrays.fill(extras, SampleCase.Extra.seen(new int[] {1}, 0, 1));
            SampleCase test = new SampleCase(logits, draws, 0, extras);
            assertSameInAnyBatch("overflow", test, data, 1, 2);
            subject.reset();
            assertThat(test.choose(subject, 0, 2).stream().map(Choice::status))
                    .containsExactly(Choice.Status.NOT_FINITE, Choice.Status.OK);
        });
    }

    private static SampleCase adjusted(TestData data, int vocabulary, int rows) {
        SampleCase plain = new SampleData(data, vocabulary).rows(rows);
        for (int row = 0; row < rows; row++) {
            boolean neutral = data.oneIn(4);
            plain.draws()[row] = plain.draws()[row].with(
                    neutral
                            ? Draw.Adjustment.none()
                            : penalties(
                                    data.pick(1f, 1.1f, 10f, 0.5f, Float.MIN_VALUE),
                                    data.pick(0f, 0f, 0.3f, -2f, 2f),
                                    data.pick(0f, 0f, 0.7f, -2f, 2f)));
            plain.extras()[row] = extra(data, vocabulary);
        }
        return plain;
    }

    /// Ids past the vocabulary are among them.
    private static SampleCase.Extra extra(TestData data, int vocabulary) {
        int[] history = ids(data, data.pick(0, 1, 5, 100), vocabulary);
        int length = history.length == 0 ? 0 : data.below(history.length + 1);
        int bans = data.pick(0, 0, 1, 3);
        int[] ids = ids(data, bans + data.pick(0, 0, 1, 20), vocabulary);
        float[] biases = new float[ids.length - bans];
        for (int i = 0; i < biases.length; i++) {
            biases[i] = data.pick(-100f, -1f, 0.25f, 3f, 100f);
        }
        return new SampleCase.Extra(history, data.below(length + 1), length, ids, biases, bans);
    }

    private static int[] ids(TestData data, int count, int vocabulary) {
        return IntStream.range(0, count)
                .map(_ -> data.oneIn(20) ? data.pick(-1, vocabulary, Integer.MAX_VALUE) : data.below(vocabulary))
                .toArray();
    }

    static Draw.Adjustment penalties(float repetition, float frequency, float presence) {
        return new Draw.Adjustment(
                repetition, frequency, presence, new Draw.History(0, 0, 0), new Draw.Biases(0, 0, 0));
    }
}
