package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.node.engine.StepPlan.Held;
import dev.troupe.node.engine.StepPlan.Reason;
import dev.troupe.node.engine.StepPlan.Slice;
import dev.troupe.node.kv.ChainHash;
import java.util.List;
import java.util.OptionalLong;
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
        SequenceView unpaid = view(1, SequenceView.Phase.DECODE, 1, false, false);
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
        SequenceView scoring = view(3, SequenceView.Phase.PREFILL, 20, true, true);
        StepPlan plan = plan(List.of(decode(1), decode(2), scoring), List.of(), 0);
        assertThat(plan.slices()).contains(new Slice(3, 3));
    }

    @Test
    void aPromptIsNotFinishedInAStepThatHasNoLogitRowLeft() {
        SequenceView scoring = view(1, SequenceView.Phase.PREFILL, 20, true, true);
        StepPlan plan = plan(List.of(scoring, prefill(2, 4), prefill(3, 1)), List.of(), 0);
        assertThat(plan.slices()).containsExactly(new Slice(1, 5), new Slice(2, 3));
        assertThat(plan.held()).containsExactly(new Held(3, Reason.NO_BUDGET));
    }

    private StepPlan plan(List<SequenceView> running, List<SequenceView> waiting, int blocks) {
        return scheduler.plan(new LaneView(running, waiting, blocks, OptionalLong.empty()));
    }

    @Test
    void theYoungestGivesItsBlocksToTheOldestThatLacksOne() {
        StepPlan plan = plan(List.of(full(1, 16), full(2, 3), full(3, 3)), List.of(waiting(4, 1)), 0);
        assertThat(plan.preempt()).containsExactly(3L);
        assertThat(plan.slices()).containsExactly(new Slice(1, 1), new Slice(2, 1));
        assertThat(plan.admit()).isEmpty();
        assertThat(plan.held()).contains(new Held(3, Reason.PREEMPTED), new Held(4, Reason.NO_BLOCKS));
    }

    @Test
    void whoseReaderDoesNotReadGivesItsBlocksToAYoungerOne() {
        SequenceView idle = new SequenceView(
                1, SequenceView.Phase.DECODE, 20, 1, false, false, new SequenceView.Blocks(2, 2, 0, 4), none());
        StepPlan plan = plan(List.of(idle, full(2, 16)), List.of(), 0);
        assertThat(plan.preempt()).containsExactly(1L);
        assertThat(plan.slices()).containsExactly(new Slice(2, 1));
    }

    @Test
    void theYoungestWaitsAndTakesNothingFromItsElders() {
        StepPlan plan = plan(List.of(full(1, 3), full(2, 16)), List.of(), 0);
        assertThat(plan.preempt()).isEmpty();
        assertThat(plan.held()).containsExactly(new Held(2, Reason.NO_BLOCKS));
    }

    @Test
    void nobodyIsPreemptedWhereItWouldNotHelp() {
        SequenceView sharing = new SequenceView(
                2, SequenceView.Phase.DECODE, 20, 1, false, true, new SequenceView.Blocks(2, 0, 0, 4), none());
        StepPlan plan = plan(List.of(full(1, 16), sharing), List.of(), 0);
        assertThat(plan.preempt()).isEmpty();
        assertThat(plan.held()).containsExactly(new Held(1, Reason.NO_BLOCKS));
        assertThat(plan.slices()).containsExactly(new Slice(2, 1));
    }

    @Test
    void whoRunsKeepsRoomToGrowBeforeAnotherIsAdmitted() {
        StepPlan plan = plan(List.of(full(1, 3), full(2, 3)), List.of(waiting(3, 5)), 5);
        assertThat(plan.held()).containsExactly(new Held(3, Reason.NO_BLOCKS));
        assertThat(plan(List.of(full(1, 3), full(2, 3)), List.of(waiting(3, 5)), 6)
                        .admit())
                .containsExactly(3L);
    }

    @Test
    void oneOfSeveralWithTheSamePrefixComputesItAndTheOthersWait() {
        StepPlan plan = plan(List.of(), List.of(sharing(1, 0), sharing(2, 0), waiting(3, 1)), 50);
        assertThat(plan.admit()).containsExactly(1L, 3L);
        assertThat(plan.held()).contains(new Held(2, Reason.PREFIX_COMING));
    }

    @Test
    void nobodyWaitsForAPrefixThatIsHeldBackOrBehindIt() {
        SequenceView unpaid = new SequenceView(
                1, SequenceView.Phase.PREFILL, 0, 40, false, false, new SequenceView.Blocks(4, 4, 0, 4), prefix(0, 0));
        assertThat(plan(List.of(unpaid), List.of(sharing(2, 0)), 50).admit()).containsExactly(2L);
        SequenceView past = new SequenceView(
                1, SequenceView.Phase.PREFILL, 32, 8, false, true, new SequenceView.Blocks(4, 4, 0, 4), prefix(2, 0));
        assertThat(plan(List.of(past), List.of(sharing(2, 2)), 50).admit()).containsExactly(2L);
        assertThat(plan(List.of(past), List.of(sharing(2, 1)), 50).admit()).containsExactly(2L);
    }

    @Test
    void whoIsYoungerThanAStarvingOneOfAnotherModelIsNotAdmitted() {
        LaneView view = new LaneView(List.of(), List.of(waiting(3, 1), waiting(9, 1)), 50, OptionalLong.of(5));
        StepPlan plan = scheduler.plan(view);
        assertThat(plan.admit()).containsExactly(3L);
        assertThat(plan.held()).contains(new Held(9, Reason.NO_BLOCKS));
    }

    private static SequenceView decode(long id) {
        return view(id, SequenceView.Phase.DECODE, 1, false, true);
    }

    /// A decode with two blocks of its own that fill `positions` past the first one's end.
    private static SequenceView full(long id, int positions) {
        return new SequenceView(
                id,
                SequenceView.Phase.DECODE,
                16 + positions,
                1,
                false,
                true,
                new SequenceView.Blocks(2, 2, 0, 4),
                none());
    }

    private static SequenceView prefill(long id, int rows) {
        return view(id, SequenceView.Phase.PREFILL, rows, false, true);
    }

    private static SequenceView view(long id, SequenceView.Phase phase, int rows, boolean scores, boolean credited) {
        return new SequenceView(id, phase, 0, rows, scores, credited, new SequenceView.Blocks(4, 4, 0, 4), none());
    }

    private static SequenceView waiting(long id, int blocks) {
        return new SequenceView(
                id, SequenceView.Phase.PREFILL, 0, 30, false, true, new SequenceView.Blocks(4, 0, blocks, 4), none());
    }

    /// One who waits and would find `ready` of the two blocks that all such begin with.
    private static SequenceView sharing(long id, int ready) {
        return new SequenceView(
                id,
                SequenceView.Phase.PREFILL,
                ready * 16,
                40 - ready * 16,
                false,
                true,
                new SequenceView.Blocks(4, 0, 4, 4),
                prefix(ready, 2));
    }

    private static SequenceView.Prefix prefix(int ready, int readable) {
        return new SequenceView.Prefix(List.of(new ChainHash(1, 0, 0, 0), new ChainHash(2, 0, 0, 0)), ready, readable);
    }

    private static SequenceView.Prefix none() {
        return SequenceView.Prefix.none();
    }
}
