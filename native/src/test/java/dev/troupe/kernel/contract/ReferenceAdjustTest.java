package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.reference.ReferenceDevice;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/// What biases, bans and penalties promise to a caller, seen on the judge.
class ReferenceAdjustTest {
    private static final long BENCH_BYTES = 4L << 20;
    private static final int VOCABULARY = 30;

    private final Workbench bench = new Workbench(new ReferenceDevice(BENCH_BYTES), BENCH_BYTES);

    @AfterEach
    void close() {
        bench.close();
    }

    /// One row at a time against a plain count of its tokens.
    @RepeatedTest(200)
    void theBestTokenIsThatOfAPlainCount(RepetitionInfo run) {
        TestData data = new TestData(run.getCurrentRepetition());
        float[] logits = data.numbers(VOCABULARY);
        int[] history = IntStream.range(0, data.below(80))
                .map(_ -> data.below(VOCABULARY))
                .toArray();
        int prompt = data.below(history.length + 1);
        float repetition = data.pick(0.5f, 1f, 1.2f, 2f);
        float frequency = data.pick(-0.5f, 0f, 0.1f, 1f);
        float presence = data.pick(-0.5f, 0f, 0.3f, 2f);
        int[] listed = {data.below(10), 10 + data.below(10), 20 + data.below(10)};
        float[] biases = {data.pick(-1f, 1f), data.pick(-1f, 1f)};
        SampleCase.Extra extra = new SampleCase.Extra(history, prompt, history.length, listed, biases, 1);
        Draw draw = Draw.greedy(0).with(AdjustContract.penalties(repetition, frequency, presence));

        float[] expected = logits.clone();
        expected[listed[0]] += biases[0];
        expected[listed[1]] += biases[1];
        expected[listed[2]] = Float.NEGATIVE_INFINITY;
        Map<Integer, Integer> generated = new HashMap<>();
        for (int i = 0; i < history.length; i++) {
            generated.merge(history[i], i < prompt ? 0 : 1, Integer::sum);
        }
        generated.forEach((id, count) -> {
            float repeated = expected[id] > 0 ? expected[id] / repetition : expected[id] * repetition;
            expected[id] = count == 0 ? repeated : repeated - frequency * count - presence;
        });
        assertThat(choose(logits, draw, extra).token()).isEqualTo(best(expected));
    }

    @Test
    void aBannedTokenIsNeverChosenWhateverItsBias() {
        float[] logits = {1f, 2f, 3f};
        SampleCase.Extra extra = SampleCase.Extra.listed(new int[] {2, 2}, new float[] {100f}, 1);
        assertThat(choose(logits, Draw.greedy(0), extra).token()).isEqualTo(1);
        Draw drawn = Draw.drawn(new Draw.Cuts(2f, 0, 1f, 0f), 0, 0, SampleData.HIGHEST_DRAWS[0]);
        assertThat(choose(logits, drawn, extra).token()).isEqualTo(1);
    }

    /// Bug EN-07: a token of the prompt is no token of the reply.
    @Test
    void en07ThePromptCountsForRepetitionAlone() {
        float[] logits = {2f, 3f, 1f};
        int[] history = {1, 1, 0};
        Draw frequent = Draw.greedy(0).with(AdjustContract.penalties(1f, 1.5f, 0f));
        assertThat(choose(logits, frequent, SampleCase.Extra.seen(history, 3, 3))
                        .token())
                .isEqualTo(1);
        assertThat(choose(logits, frequent, SampleCase.Extra.seen(history, 2, 3))
                        .token())
                .isEqualTo(1);
        assertThat(choose(logits, frequent, SampleCase.Extra.seen(history, 0, 3))
                        .token())
                .isEqualTo(2);
        Draw repeated = Draw.greedy(0).with(AdjustContract.penalties(4f, 0f, 0f));
        for (int prompt = 0; prompt <= 3; prompt++) {
            assertThat(choose(logits, repeated, SampleCase.Extra.seen(history, prompt, 3))
                            .token())
                    .isEqualTo(2);
        }
    }

    /// Bug EN-18: a matrix may have more rows than the tokenizer has tokens.
    @Test
    void en18RowsPastTheTokensAreNeitherChosenNorScored() {
        float[][] logits = {{1f, 2f}, {1f, 2f}};
        Draw[] draws = {Draw.greedy(20), Draw.drawn(Draw.Cuts.none(), 20, 7, 7)};
        Choice[] wide = new SampleCase(logits, draws, 64).choose(bench, 0, 2).toArray(Choice[]::new);
        bench.reset();
        Choice[] narrow = new SampleCase(logits, draws, 0).choose(bench, 0, 2).toArray(Choice[]::new);
        assertThat(wide).isEqualTo(narrow);
    }

    /// The log-probability of a token is that of the model, whatever was asked for.
    @Test
    void scoresAreThoseOfTheLogitsAsTheyWere() {
        float[] logits = {1f, 2f, 3f};
        SampleCase.Extra extra = new SampleCase.Extra(new int[] {1}, 0, 1, new int[] {0, 2}, new float[] {50f}, 1);
        Choice adjusted = choose(logits, Draw.greedy(3).with(AdjustContract.penalties(2f, 1f, 1f)), extra);
        Choice plain = choose(logits, Draw.given(0, 3), SampleCase.Extra.NONE);
        assertThat(adjusted).isEqualTo(plain);
    }

    private Choice choose(float[] logits, Draw draw, SampleCase.Extra extra) {
        bench.reset();
        return new SampleCase(new float[][] {logits}, new Draw[] {draw}, 2, new SampleCase.Extra[] {extra})
                .choose(bench, 0, 1)
                .getFirst();
    }

    private static int best(float[] logits) {
        return Arrays.stream(IntStream.range(0, logits.length).toArray())
                .reduce((left, right) -> logits[right] > logits[left] ? right : left)
                .orElseThrow();
    }
}
