package dev.troupe.control.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.admission.AdmissionDecider.Decision;
import dev.troupe.control.limits.OverloadLimits;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AdmissionDeciderTest {
    private static final Ask ONE = new Ask(1, Optional.empty());

    private final AdmissionDecider decider = new AdmissionDecider(
            4, new OverloadLimits(1, Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofMinutes(1)));

    @Test
    void whatFitsComesIn() {
        assertThat(decider.decide(view(3, 0), ONE)).isEqualTo(new Decision.Admit());
        assertThat(decider.decide(view(0, 0), new Ask(4, Optional.empty()))).isEqualTo(new Decision.Admit());
    }

    @Test
    void overTheNumberOfRepliesNobodyDoes() {
        assertThat(decider.decide(view(2, 0), new Ask(3, Optional.empty())))
                .isEqualTo(new Decision.Refuse(
                        RefusalReason.REPLIES,
                        "2 replies are being made and 3 more are asked for; at most 4 are made at once"));
    }

    /// Two run for 4 seconds each: one ends every 2 seconds.
    @Test
    void aQueueThatTakesTooLongIsNotMadeLonger() {
        assertThat(decider.decide(view(1, 10), ONE)).isEqualTo(new Decision.Admit());
        assertThat(decider.decide(view(1, 11), ONE))
                .isEqualTo(new Decision.Refuse(
                        RefusalReason.WAIT,
                        "11 replies wait for their turn, which is predicted to take 22000 ms; "
                                + "the limit is 20000 ms"));
    }

    @Test
    void aDeadlineThatTheQueueWouldMissIsToldSo() {
        Ask hasty = new Ask(1, Optional.of(Duration.ofSeconds(9)));
        assertThat(decider.decide(view(1, 4), hasty)).isEqualTo(new Decision.Admit());
        assertThat(decider.decide(view(1, 5), hasty))
                .isEqualTo(new Decision.Refuse(
                        RefusalReason.DEADLINE,
                        "5 replies wait for their turn, which is predicted to take 10000 ms; "
                                + "X-Request-Deadline-Ms is 9000 ms"));
    }

    @Test
    void withoutAMeasurementNothingIsPredicted() {
        AdmissionView unknown = new AdmissionView(1, 2, 1000, Optional.empty());
        assertThat(decider.decide(unknown, new Ask(1, Optional.of(Duration.ofMillis(1)))))
                .isEqualTo(new Decision.Admit());
    }

    private static AdmissionView view(int replies, int waiting) {
        return new AdmissionView(replies, 2, waiting, Optional.of(new ReplyPace.Measured(0.1, 4)));
    }
}
