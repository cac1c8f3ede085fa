package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.node.StepTimes;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PhaseClockTest {
    private final AtomicLong now = new AtomicLong(1000);
    private final PhaseClock clock = new PhaseClock(now::get);

    @Test
    void timeBelongsToThePhaseThatWasEnteredLast() {
        spend(PhaseClock.Phase.TURN, 5);
        spend(PhaseClock.Phase.EXECUTE, 70);
        spend(PhaseClock.Phase.TURN, 3);
        clock.enter(PhaseClock.Phase.SLEEP);
        assertThat(clock.phases())
                .containsExactly(
                        new StepTimes.Phase("turn", 8),
                        new StepTimes.Phase("plan", 0),
                        new StepTimes.Phase("prepare", 0),
                        new StepTimes.Phase("execute", 70),
                        new StepTimes.Phase("absorb", 0));
    }

    @Test
    void sleepIsNobodysTime() {
        spend(PhaseClock.Phase.PLAN, 2);
        spend(PhaseClock.Phase.SLEEP, 9000);
        clock.enter(PhaseClock.Phase.PLAN);
        assertThat(clock.phases().stream().mapToLong(StepTimes.Phase::nanos).sum())
                .isEqualTo(2);
    }

    private void spend(PhaseClock.Phase phase, long nanos) {
        clock.enter(phase);
        now.addAndGet(nanos);
    }
}
