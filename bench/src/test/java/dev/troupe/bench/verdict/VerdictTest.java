package dev.troupe.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final Tally ENOUGH = new Tally(
            new Tally.Work(new Tally.Steps(1000, 100, 5000, 8000), new Tally.Savings(250, 100, 300, 100)),
            new Tally.Requests(1000, 900, 100, 50, 20),
            new Tally.Compared(8000, 0, 500, 200));

    @Test
    void aRunThatSawEnoughAndNoDifferencePasses() {
        assertThat(Verdict.of(ENOUGH, List.of(), Floors.of(1000, true)).passed())
                .isTrue();
    }

    @Test
    void oneFindingFails() {
        assertThat(Verdict.of(ENOUGH, List.of("ask-1 differs"), Floors.of(1000, true))
                        .passed())
                .isFalse();
    }

    @Test
    void everyFloorThatIsMissedIsNamed() {
        Verdict verdict = Verdict.of(Tally.ZERO, List.of(), Floors.of(1000, true));
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.shortfalls())
                .containsExactly(
                        "mean batch: 0.00 seen, at least 8.00 needed",
                        "mixed steps: 0.00 seen, at least 100.00 needed",
                        "cancels in flight: 0.00 seen, at least 50.00 needed",
                        "reference runs: 0.00 seen, at least 200.00 needed",
                        "prefix hits: 0.00 seen, at least 250.00 needed",
                        "preemptions: 0.00 seen, at least 100.00 needed",
                        "accepted drafts: 0.00 seen, at least 100.00 needed");
    }

    @Test
    void countsGrowWithTheRequestsAndTheBatchOnlyToAThousand() {
        assertThat(Floors.of(60, true)).isEqualTo(new Floors(0.48, 6, 3, 12, 9, 3, 6));
        assertThat(Floors.of(2000, true)).isEqualTo(new Floors(8, 200, 100, 400, 500, 200, 200));
        assertThat(Floors.of(300, false)).isEqualTo(new Floors(8, 100, 50, 0, 75, 30, 100));
        assertThat(Floors.of(30, false)).isEqualTo(new Floors(0.8, 10, 5, 0, 7, 3, 10));
    }

    @Test
    void talliesAddUp() {
        Tally twice = ENOUGH.plus(ENOUGH);
        assertThat(twice.work().steps().decodeRows()).isEqualTo(16_000);
        assertThat(twice.requests().asked()).isEqualTo(2000);
        assertThat(twice.compared().coldRuns()).isEqualTo(1000);
        assertThat(twice.work().steps().meanBatch()).isEqualTo(8);
    }

    @Test
    void noStepsMakeNoBatch() {
        assertThat(Tally.ZERO.work().steps().meanBatch()).isZero();
    }
}
