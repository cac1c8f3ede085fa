package dev.troupe.control.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.troupe.control.admission.ReplyPace.Measured;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ReplyPaceTest {
    private static final long SECOND = 1_000_000_000L;

    private final ReplyPace pace = new ReplyPace(Duration.ofSeconds(30));

    @Test
    void nothingIsKnownBeforeTheFirstEnd() {
        pace.started(1, 0);
        assertThat(pace.measured(SECOND)).isEmpty();
    }

    @Test
    void aSteadyRateIsFoundWhereverItBegan() {
        for (int second = 0; second < 200; second++) {
            pace.started(2, second * SECOND);
            pace.ended(2, Duration.ofSeconds(1), (second + 1) * SECOND);
        }
        Measured measured = pace.measured(200 * SECOND).orElseThrow();
        assertThat(measured.endsPerSecond()).isCloseTo(2, within(0.1));
        assertThat(measured.meanSeconds()).isCloseTo(1, within(0.001));
    }

    @Test
    void timeWithoutRepliesDoesNotCount() {
        pace.started(1, 0);
        pace.ended(1, Duration.ofSeconds(2), 2 * SECOND);
        Measured before = pace.measured(2 * SECOND).orElseThrow();
        assertThat(pace.measured(5000 * SECOND)).contains(before);
    }

    @Test
    void whatChangedIsLearned() {
        pace.started(1, 0);
        for (int i = 1; i <= 100; i++) {
            pace.ended(1, Duration.ofSeconds(1), i * SECOND);
            pace.started(1, i * SECOND);
        }
        for (int i = 1; i <= 20; i++) {
            pace.ended(1, Duration.ofSeconds(10), (100 + 10 * i) * SECOND);
            pace.started(1, (100 + 10 * i) * SECOND);
        }
        assertThat(pace.measured(300 * SECOND).orElseThrow().endsPerSecond()).isCloseTo(0.1, within(0.03));
    }

    @Test
    void manyTogetherEndMoreOftenThanFewDid() {
        Measured alone = new Measured(0.5, 2);
        assertThat(alone.timeFor(10, 1)).isEqualTo(Duration.ofSeconds(20));
        assertThat(alone.timeFor(10, 20)).isEqualTo(Duration.ofSeconds(1));
    }
}
