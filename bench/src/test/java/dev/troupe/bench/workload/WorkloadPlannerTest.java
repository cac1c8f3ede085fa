package dev.troupe.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WorkloadPlannerTest {
    private static final ModelRole LIGHT = new ModelRole("light", 300, 2048, 40, false);
    private static final ModelRole OTHER = new ModelRole("other", 263, 2048, 40, false);
    private static final ModelRole HEAVY = new ModelRole("heavy", 49_152, 2048, 5, true);
    private static final WorkloadPlan PLAN =
            new WorkloadPlan(1000, List.of(LIGHT, OTHER, HEAVY), List.of("avx512", "generic"), List.of(1, 2));

    private final Workload workload = WorkloadPlanner.plan(PLAN, 42);

    @Test
    void theSameSeedGivesTheSameWorkload() {
        assertThat(WorkloadPlanner.plan(PLAN, 42)).isEqualTo(workload);
    }

    @Test
    void anotherSeedGivesAnotherWorkload() {
        assertThat(WorkloadPlanner.plan(PLAN, 43)).isNotEqualTo(workload);
    }

    @Test
    void exactlyTheWantedRequestsAreDrawn() {
        assertThat(workload.asks().map(Ask::number).distinct()).hasSize(1000);
        assertThat(WorkloadPlanner.plan(new WorkloadPlan(1, List.of(LIGHT), List.of("generic"), List.of(1)), 7)
                        .asks())
                .hasSize(1);
    }

    @Test
    void everySetupComesUp() {
        assertThat(setups(setup -> setup.step().sliceTokens())).containsOnlyKeys(1, 7, 64, 512);
        assertThat(setups(Setup::threads)).containsOnlyKeys(1, 2);
        assertThat(setups(Setup::level)).containsOnlyKeys("avx512", "generic");
    }

    @Test
    void everyKindOfCallerComesUpOftenEnough() {
        Map<Class<?>, Long> callers = workload.asks()
                .collect(Collectors.groupingBy(ask -> ask.caller().getClass(), Collectors.counting()));
        assertThat(callers).hasSize(Caller.class.getPermittedSubclasses().length);
        assertThat(callers.get(Caller.Leaving.class)).isGreaterThan(60);
        assertThat(callers.get(Caller.LeavingInPrefill.class)).isGreaterThan(10);
    }

    @Test
    void promptsReachFromOneTokenToFifteenHundred() {
        List<Integer> lengths =
                workload.asks().map(ask -> ask.question().prompt().size()).toList();
        assertThat(lengths).allMatch(length -> length >= 1 && length <= 1500);
        assertThat(lengths).anyMatch(length -> length == 1).anyMatch(length -> length > 1200);
    }

    @Test
    void everyQuestionFitsItsModelAndItsPool() {
        for (Round round : workload.rounds()) {
            for (Ask ask : round.asks()) {
                assertThat(round.models()).contains(ask.question().model());
                assertThat(ask.question().maxPositions()).isLessThanOrEqualTo(2048);
                assertThat(round.setup().poolBlocks() * 16)
                        .isGreaterThanOrEqualTo(ask.question().maxPositions());
            }
        }
    }

    @Test
    void someQuestionsAreAskedAgainUnderAnotherSetup() {
        long distinct = workload.asks().map(Ask::question).distinct().count();
        assertThat(distinct).isBetween(400L, 800L);
    }

    @Test
    void slowLevelsOfHeavyModelsGetFewShortRequests() {
        List<Ask> slow = workload.rounds().stream()
                .filter(round -> round.models().contains("heavy")
                        && round.setup().level().equals("generic"))
                .flatMap(round -> round.asks().stream())
                .toList();
        assertThat(slow).hasSize(5);
        assertThat(slow).allMatch(ask -> ask.question().maxPositions() <= 12);
    }

    @Test
    void aPlanWithoutRequestsIsRefused() {
        assertThatThrownBy(() -> new WorkloadPlan(0, List.of(LIGHT), List.of("generic"), List.of(1)))
                .hasMessage("requests is 0; the least is 1");
    }

    private <T> Map<T, Long> setups(Function<Setup, T> part) {
        return workload.rounds().stream().map(Round::setup).collect(Collectors.groupingBy(part, Collectors.counting()));
    }
}
