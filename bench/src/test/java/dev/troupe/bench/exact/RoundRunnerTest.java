package dev.troupe.bench.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.bench.verdict.Tally;
import dev.troupe.bench.workload.ModelRole;
import dev.troupe.bench.workload.Round;
import dev.troupe.bench.workload.Workload;
import dev.troupe.bench.workload.WorkloadPlan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundRunnerTest {
    private static final Round ROUND = Workload.draw(
                    new WorkloadPlan(
                            20, List.of(new ModelRole("m", 300, 2048, 1, false)), List.of("generic"), List.of(1)),
                    5)
            .rounds()
            .getFirst();

    @Test
    void everyAskHasItsReply() throws InterruptedException {
        RoundRunner.Outcome outcome = run(0);
        assertThat(outcome.replies()).hasSameSizeAs(ROUND.asks());
        assertThat(outcome.leak()).isEmpty();
        assertThat(outcome.work().steps().decodeRows()).isPositive();
    }

    @Test
    void repliesAreCountedByTheirEnds() throws InterruptedException {
        Tally tally = RoundTally.of(ROUND, run(0));
        assertThat(tally.requests().asked()).isEqualTo(20);
        assertThat(tally.requests().finished() + tally.requests().cancelled()).isEqualTo(20);
        assertThat(tally.requests().cancelled()).isPositive();
        assertThat(tally.compared().tokens()).isPositive();
    }

    @Test
    void anEngineThatKeepsBlocksIsReported() throws InterruptedException {
        assertThat(run(3).leak()).hasValueSatisfying(leak -> assertThat(leak).contains("usedBlocks=3"));
    }

    private static RoundRunner.Outcome run(int keptBlocks) throws InterruptedException {
        return new RoundRunner(new FakeStage(0f, 0f, keptBlocks), Duration.ofSeconds(10), Duration.ofMillis(20))
                .run(ROUND);
    }
}
