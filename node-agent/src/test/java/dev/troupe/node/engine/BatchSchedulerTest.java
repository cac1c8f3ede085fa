package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.node.engine.StepPlan.Held;
import dev.troupe.node.engine.StepPlan.Reason;
import dev.troupe.node.engine.StepPlan.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchSchedulerTest {
    private final BatchScheduler scheduler = new BatchScheduler(new EngineLimits(10, 7, 4, 100, 5));

    @Test
    void decodesComeFirstAndPrefillFillsTheRest() {
        StepPlan plan = plan(List.of(prefill(1, 50), decode(2), decode(3)), List.of(), 0);
        assertThat(plan.slices()).containsExactly(new Slice(2, 1), new Slice(3, 1), new Slice(1, 7));
    }

    @Test
    void severalPrefillsShareAStepOldestFirst() {
        StepPlan plan = plan(List.of(prefill(1, 6), prefill(2, 9), prefill(3, 9)), List.of(), 0);
        assertThat(plan.slices()).containsExactly(new Slice(1, 6), new Slice(2, 4));
        assertThat(plan.held()).containsExactly(new Held(3, Reason.NO_BUDGET));
    }

    @Test
    void whoHasNoCreditIsSkippedAndOthersGoOn() {
        SequenceView unpaid = new SequenceView(1, SequenceView.Phase.DECODE, 1, false, false, 1);
        StepPlan plan = plan(List.of(unpaid, decode(2)), List.of(), 0);
        assertThat(plan.slices()).containsExactly(new Slice(2, 1));
        assertThat(plan.held()).containsExactly(new Held(1, Reason.NO_CREDIT));
    }

    @Test
    void nobodyOvertakesTheFirstThatWaitsForBlocks() {
        StepPlan plan = plan(List.of(), List.of(waiting(1, 3), waiting(2, 9), waiting(3, 1)), 8);
        assertThat(plan.admit()).containsExactly(1L);
        assertThat(plan.held()).contains(new Held(2, Reason.NO_BLOCKS), new Held(3, Reason.NO_BLOCKS));
    }

    @Test
    void noMoreSequencesRunThanAllowed() {
        StepPlan plan = plan(List.of(decode(1), decode(2), decode(3)), List.of(waiting(4, 1), waiting(5, 1)), 8);
        assertThat(plan.admit()).containsExactly(4L);
        assertThat(plan.held()).containsExactly(new Held(5, Reason.NO_PLACE));
    }

    @Test
    void anAdmittedSequenceTakesPartInTheSameStep() {
        StepPlan plan = plan(List.of(decode(1)), List.of(waiting(2, 1)), 8);
        assertThat(plan.slices()).containsExactly(new Slice(1, 1), new Slice(2, 7));
    }

    @Test
    void aSliceThatScoresEveryRowStopsAtTheLogitRowsThatAreLeft() {
        SequenceView scoring = new SequenceView(3, SequenceView.Phase.PREFILL, 20, true, true, 1);
        StepPlan plan = plan(List.of(decode(1), decode(2), scoring), List.of(), 0);
        assertThat(plan.slices()).contains(new Slice(3, 3));
    }

    @Test
    void aPromptIsNotFinishedInAStepThatHasNoLogitRowLeft() {
        SequenceView scoring = new SequenceView(1, SequenceView.Phase.PREFILL, 20, true, true, 1);
        StepPlan plan = plan(List.of(scoring, prefill(2, 4), prefill(3, 1)), List.of(), 0);
        assertThat(plan.slices()).containsExactly(new Slice(1, 5), new Slice(2, 3));
        assertThat(plan.held()).containsExactly(new Held(3, Reason.NO_BUDGET));
    }

    private StepPlan plan(List<SequenceView> running, List<SequenceView> waiting, int blocks) {
        return scheduler.plan(new LaneView(running, waiting, blocks));
    }

    private static SequenceView decode(long id) {
        return new SequenceView(id, SequenceView.Phase.DECODE, 1, false, true, 1);
    }

    private static SequenceView prefill(long id, int rows) {
        return new SequenceView(id, SequenceView.Phase.PREFILL, rows, false, true, 1);
    }

    private static SequenceView waiting(long id, int blocks) {
        return new SequenceView(id, SequenceView.Phase.PREFILL, 30, false, true, blocks);
    }
}
