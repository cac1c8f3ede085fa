package dev.troupe.node.draft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.node.cost.StepCost;
import dev.troupe.node.draft.DraftPlanner.Candidate;
import dev.troupe.node.draft.DraftPlanner.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class DraftPlannerTest {
    /// Weights are all that costs: a row more is nearly free.
    private static final StepCost BANDWIDTH = new StepCost(1, 0.05);

    /// Rows are all that costs.
    private static final StepCost COMPUTE = new StepCost(0.01, 1);

    @Test
    void aLikelyDraftIsWorthACheapRow() {
        assertThat(DraftPlanner.plan(new Step(1, 1, 15), List.of(new Candidate(1, 8, 0.9)), BANDWIDTH))
                .containsEntry(1L, 8);
    }

    @Test
    void anUnlikelyDraftIsNotWorthADearRow() {
        assertThat(DraftPlanner.plan(new Step(1, 1, 15), List.of(new Candidate(1, 8, 0.3)), COMPUTE))
                .isEmpty();
    }

    @Test
    void draftsEndWhereTheirChainBecomesUnlikely() {
        int drafts = DraftPlanner.plan(new Step(1, 1, 15), List.of(new Candidate(1, 12, 0.5)), BANDWIDTH)
                .getOrDefault(1L, 0);
        assertThat(drafts).isBetween(2, 5);
    }

    @Test
    void aBatchThatPaysItsStepAlreadyGetsFewer() {
        Candidate candidate = new Candidate(1, 8, 0.6);
        int alone = DraftPlanner.plan(new Step(1, 1, 15), List.of(candidate), BANDWIDTH)
                .getOrDefault(1L, 0);
        int crowded = DraftPlanner.plan(new Step(14, 14, 2), List.of(candidate), BANDWIDTH)
                .getOrDefault(1L, 0);
        assertThat(crowded).isLessThan(alone);
    }

    @Test
    void rowsGoToTheLikelierFirst() {
        assertThat(DraftPlanner.plan(
                        new Step(2, 2, 3), List.of(new Candidate(1, 8, 0.3), new Candidate(2, 8, 0.95)), BANDWIDTH))
                .containsOnly(java.util.Map.entry(2L, 3));
    }

    @Test
    void noRoomNoDrafts() {
        assertThat(DraftPlanner.plan(new Step(16, 16, 0), List.of(new Candidate(1, 8, 1)), BANDWIDTH))
                .isEmpty();
    }
}
