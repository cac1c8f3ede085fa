package dev.troupe.bench.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.bench.verdict.Verdict;
import dev.troupe.bench.workload.ModelRole;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExactRunTest {
    private static final List<ModelRole> ROLES =
            List.of(new ModelRole("one", 300, 2048, 10, false), new ModelRole("two", 300, 2048, 10, false));

    /// The fake node answers all that is credited at once, so nobody can leave it while it computes.
    @Test
    void anExactNodeHasNoFindingsAndCancelsOfStalledCallersDoNotCount() throws InterruptedException {
        Verdict verdict = run(options(OptionalInt.empty()), new FakeStage(0f, 0f));
        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.tally().requests().cancelled()).isPositive();
        assertThat(verdict.shortfalls())
                .containsExactly(
                        "cancels in flight: 0.00 seen, at least 6.00 needed",
                        "prefix hits: 0.00 seen, at least 18.00 needed",
                        "preemptions: 0.00 seen, at least 7.00 needed",
                        "accepted drafts: 0.00 seen, at least 12.00 needed");
        assertThat(verdict.tally().requests().asked()).isEqualTo(120);
        assertThat(verdict.tally().compared().referenceRuns()).isEqualTo(24);
    }

    @Test
    void aPlantedDifferenceIsReportedWithTheWayToReplayIt() throws InterruptedException {
        Verdict verdict = run(options(OptionalInt.empty()), new FakeStage(0.25f, 0f));
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.findings().getFirst())
                .contains("token 3: expected id ")
                .containsPattern("ask-\\d+ in round 0")
                .contains("replay:   ./do exact --requests 120 --seed 5 --model generated --levels avx512,generic"
                        + " --threads 1,2 --round 0");
        assertThat(ExactReport.table(verdict)).contains("exact: FAILED").contains("... and ");
    }

    @Test
    void aDeviceThatDiffersFromTheReferenceIsReported() throws InterruptedException {
        Verdict verdict = run(options(OptionalInt.empty()), new FakeStage(0f, 0.25f));
        assertThat(verdict.findings()).isNotEmpty().allMatch(finding -> finding.contains("reference device"));
    }

    @Test
    void aSingleRoundCanBeReplayed() throws InterruptedException {
        Verdict verdict = run(options(OptionalInt.of(2)), new FakeStage(0f, 0f));
        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.tally().requests().asked()).isEqualTo(20);
    }

    @Test
    void theReportIsAlsoJson() throws InterruptedException {
        ExactOptions options = options(OptionalInt.of(0));
        assertThat(ExactReport.json(run(options, new FakeStage(0f, 0f)), options))
                .contains("\"passed\" : true")
                .contains("\"cancelled_in_flight\"")
                .contains("\"seed\" : 5");
    }

    private static Verdict run(ExactOptions options, FakeStage stage) throws InterruptedException {
        return new ExactRun(options, stage, ROLES, _ -> {}).run();
    }

    private static ExactOptions options(OptionalInt round) {
        return new ExactOptions(
                120, 5, "generated", List.of("avx512", "generic"), List.of(1, 2), round, Optional.empty());
    }
}
