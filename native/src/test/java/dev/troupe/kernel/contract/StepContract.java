package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.profile.OpKind;
import dev.troupe.kernel.profile.OpTimes;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Whole steps: ops in the order an engine calls them, each on what the one before left.
abstract class StepContract extends KernelContract {
    @Test
    void anySlicingOfAPromptGivesTheBitsOfTheReference() {
        withData(data -> {
            TinyModel model = new TinyModel(data);
            float[][] hidden = data.rows(70, TinyModel.WIDTH);
            judge.reset();
            float[][] expected = new TinyModel.OnDevice(model, judge).logits(hidden, 70);
            for (int[] slices : new int[][] {{70}, {1}, {7}, {33, 37}, {16, 1, 53}, {64, 6}}) {
                subject.reset();
                float[][] actual = new TinyModel.OnDevice(model, subject).logits(hidden, slices);
                subject.checkGuards();
                Bits.assertSame("slices of " + slices[0] + "..", expected, 0, actual);
            }
        });
    }

    @Test
    void aRowThatIsNotFiniteFailsAndItsNeighboursKeepTheirBits() {
        withData(data -> {
            TinyModel model = new TinyModel(data);
            float[][] clean = data.rows(20, TinyModel.WIDTH);
            subject.reset();
            float[][] expected = new TinyModel.OnDevice(model, subject).logitsOfStrangers(clean);
            for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e38f}) {
                int victim = data.below(20);
                float[][] hidden = clean.clone();
                hidden[victim] = clean[victim].clone();
                hidden[victim][data.below(TinyModel.WIDTH)] = bad;
                checkVictim(model, hidden, victim, expected, Float.isFinite(bad));
            }
        });
    }

    @Test
    void everyOpIsCountedUnderTheReferencesKinds() {
        withData(data -> {
            TinyModel model = new TinyModel(data);
            float[][] hidden = data.rows(20, TinyModel.WIDTH);
            assertThat(newCalls(subject, model, hidden)).isEqualTo(newCalls(judge, model, hidden));
        });
    }

    private static Map<OpKind, Long> newCalls(Workbench bench, TinyModel model, float[][] hidden) {
        OpTimes before = bench.device().times();
        bench.reset();
        new TinyModel.OnDevice(model, bench).logits(hidden, 13, 7);
        OpTimes after = bench.device().times();
        assertThat(after.nanos()).isGreaterThan(before.nanos());
        return Arrays.stream(OpKind.values())
                .collect(Collectors.toMap(kind -> kind, kind -> after.calls(kind) - before.calls(kind)));
    }

    private void checkVictim(TinyModel model, float[][] hidden, int victim, float[][] expected, boolean overflow) {
        subject.reset();
        TinyModel.OnDevice device = new TinyModel.OnDevice(model, subject);
        float[][] logits = device.logitsOfStrangers(hidden);
        Choice.Status[] statuses = device.statuses(logits.length);
        for (int row = 0; row < logits.length; row++) {
            if (row == victim) {
                assertThat(statuses[row])
                        .as("an overflow may end finite")
                        .satisfiesAnyOf(
                                status -> assertThat(status).isEqualTo(Choice.Status.NOT_FINITE),
                                _ -> assertThat(overflow).isTrue());
            } else {
                assertThat(statuses[row]).isEqualTo(Choice.Status.OK);
                Bits.assertSame("neighbour " + row + " of " + victim, expected[row], logits[row]);
            }
        }
    }
}
