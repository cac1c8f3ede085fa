package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.reference.ReferenceDevice;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What sampling promises to a caller, seen on the judge.
class ReferenceSamplingTest {
    private static final long BENCH_BYTES = 8L << 20;
    private static final int DRAWS = 20_000;
    private static final float[] LOGITS = {0.3f, 2f, -1f, 1.5f, 0f, 2f, -4f};

    private final Workbench bench = new Workbench(new ReferenceDevice(BENCH_BYTES), BENCH_BYTES);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void frequenciesFollowTheSoftmax() {
        for (float temperature : new float[] {0.5f, 1f, 2f}) {
            assertFrequencies(softmax(temperature, LOGITS.length), frequencies(temperature, 0, 1f));
        }
    }

    @Test
    void topKKeepsTheFirstCandidatesAlone() {
        assertFrequencies(softmax(1f, 3), frequencies(1f, 3, 1f));
        assertFrequencies(softmax(1f, LOGITS.length), frequencies(1f, 100, 1f));
        assertThat(frequencies(1f, 1, 1f)[1]).isEqualTo(1.0);
    }

    @Test
    void topPKeepsTheShortestPrefixThatReachesIt() {
        double[] all = softmax(1f, LOGITS.length);
        double two = all[1] + all[5];
        assertFrequencies(softmax(1f, 2), frequencies(1f, 0, (float) two - 0.01f));
        assertFrequencies(softmax(1f, 3), frequencies(1f, 0, (float) two + 0.01f));
        assertThat(frequencies(1f, 0, 0.01f)[1]).isEqualTo(1.0);
    }

    @Test
    void topPCutsWhatTopKLeft() {
        double[] kept = softmax(1f, 3);
        assertFrequencies(softmax(1f, 2), frequencies(1f, 3, (float) (kept[1] + kept[5]) - 0.01f));
    }

    @Test
    void minPDropsWhatIsLessProbableThanItsShareOfTheBest() {
        assertFrequencies(softmax(1f, 3), frequencies(new Draw.Cuts(1f, 0, 1f, 0.6f)));
        assertFrequencies(softmax(2f, 4), frequencies(new Draw.Cuts(2f, 0, 1f, 0.4f)));
        assertFrequencies(softmax(1f, 2), frequencies(new Draw.Cuts(1f, 0, 1f, 1f)));
    }

    @Test
    void topKAndTopPCutWhatMinPLeft() {
        assertFrequencies(softmax(1f, 2), frequencies(new Draw.Cuts(1f, 2, 1f, 0.6f)));
        assertFrequencies(softmax(1f, 2), frequencies(new Draw.Cuts(1f, 0, 0.75f, 0.6f)));
    }

    @Test
    void whatIsInfinitelyImprobableIsNeverDrawn() {
        float[] logits = new float[1000];
        Arrays.fill(logits, Float.NEGATIVE_INFINITY);
        logits[500] = -3e38f;
        float[][] rows = new float[2000][];
        Arrays.fill(rows, logits);
        Draw[] draws = new Draw[rows.length];
        Arrays.setAll(draws, i -> Draw.drawn(new Draw.Cuts(2f, 0, 1f, 0f), 0, i, i));
        draws[0] = Draw.drawn(Draw.Cuts.none(), 0, 0, SampleData.LOWEST_DRAWS[0]);
        draws[1] = Draw.drawn(Draw.Cuts.none(), 0, 0, SampleData.HIGHEST_DRAWS[0]);
        for (int from = 0; from < rows.length; from += 500) {
            bench.reset();
            assertThat(new SampleCase(rows, draws, 1).choose(bench, from, 500))
                    .allSatisfy(choice -> assertThat(choice.token()).isEqualTo(500));
        }
    }

    @Test
    void aScoreIsALogProbability() {
        Choice choice = choose(Draw.given(3, 4));
        double logProbability = choice.logit() - choice.max() - StrictMath.log(choice.sum());
        assertThat(Math.exp(logProbability)).isCloseTo(softmax(1f, LOGITS.length)[3], within(1e-6));
        assertThat(choice.token()).isEqualTo(3);
    }

    @Test
    void candidatesComeByLogitAndThenById() {
        List<Choice.Candidate> top = choose(Draw.greedy(20)).top();
        assertThat(top.stream().map(Choice.Candidate::id)).containsExactly(1, 5, 3, 0, 4, 2, 6);
        assertThat(choose(Draw.greedy(0)).token()).isEqualTo(1);
    }

    @Test
    void zerosOfBothSignsAreEqualAndTheMaximumIsNeverMinusZero() {
        SampleCase test = new SampleCase(new float[][] {{-1f, -0f, 0f}}, new Draw[] {Draw.greedy(2)}, 0);
        Choice choice = test.choose(bench, 0, 1).getFirst();
        assertThat(choice.token()).isEqualTo(1);
        assertThat(Float.floatToRawIntBits(choice.logit())).isEqualTo(0x80000000);
        assertThat(Float.floatToRawIntBits(choice.max())).isZero();
    }

    private Choice choose(Draw draw) {
        return new SampleCase(new float[][] {LOGITS}, new Draw[] {draw}, 2)
                .choose(bench, 0, 1)
                .getFirst();
    }

    private double[] frequencies(float temperature, int topK, float topP) {
        return frequencies(new Draw.Cuts(temperature, topK, topP, 0f));
    }

    private double[] frequencies(Draw.Cuts cuts) {
        bench.reset();
        float[][] logits = new float[DRAWS][];
        Arrays.fill(logits, LOGITS);
        Draw[] draws = new Draw[DRAWS];
        Arrays.setAll(draws, i -> Draw.drawn(cuts, 0, 99L, i));
        double[] counts = new double[LOGITS.length];
        for (Choice choice : new SampleCase(logits, draws, 1).choose(bench, 0, DRAWS)) {
            counts[choice.token()] += 1.0 / DRAWS;
        }
        return Arrays.stream(counts)
                .map(count -> Math.round(count * DRAWS) / (double) DRAWS)
                .toArray();
    }

    private static void assertFrequencies(double[] expected, double[] actual) {
        for (int id = 0; id < expected.length; id++) {
            double deviation = Math.sqrt(expected[id] * (1 - expected[id]) / DRAWS);
            assertThat(actual[id]).as("token %d", id).isCloseTo(expected[id], within(5 * deviation));
        }
    }

    /// Probabilities when only the best `kept` stay.
    private static double[] softmax(float temperature, int kept) {
        int[] order = {1, 5, 3, 0, 4, 2, 6};
        double[] probabilities = new double[LOGITS.length];
        double sum = 0;
        for (int place = 0; place < kept; place++) {
            probabilities[order[place]] = Math.exp(LOGITS[order[place]] / temperature);
            sum += probabilities[order[place]];
        }
        double total = sum;
        return Arrays.stream(probabilities).map(p -> p / total).toArray();
    }
}
