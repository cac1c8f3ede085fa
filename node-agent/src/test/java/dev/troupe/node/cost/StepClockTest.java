package dev.troupe.node.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StepClockTest {
    @Test
    void theLineBehindTheMeasurementsIsFound() {
        StepClock clock = new StepClock();
        Random random = new Random(1);
        for (int i = 0; i < 400; i++) {
            int rows = 1 + random.nextInt(16);
            clock.measured(rows, 3_000_000L + 200_000L * rows + random.nextInt(100_000));
        }
        assertThat(clock.cost().seconds(1)).isCloseTo(0.00325, withPercentage(5));
        assertThat(clock.cost().rowSeconds()).isCloseTo(0.0002, withPercentage(15));
    }

    @Test
    void aRowMoreIsBelievedCheapBeforeItWasTried() {
        StepClock clock = new StepClock();
        for (int i = 0; i < 50; i++) {
            clock.measured(1, 3_000_000);
        }
        StepCost cost = clock.cost();
        assertThat(cost.seconds(1)).isCloseTo(0.003, withPercentage(2));
        assertThat(cost.rowSeconds() / cost.seconds(1)).isBetween(0.02, 0.12);
    }

    @Test
    void noNoiseMakesARowFreeOrAStepFree() {
        StepClock clock = new StepClock();
        for (int i = 0; i < 100; i++) {
            clock.measured(1 + i % 2, i % 2 == 0 ? 5_000_000 : 1_000_000);
        }
        assertThat(clock.cost().rowSeconds()).isPositive();
        for (int i = 0; i < 100; i++) {
            clock.measured(1 + i % 2, i % 2 == 0 ? 1_000 : 900_000_000);
        }
        assertThat(clock.cost().fixedSeconds()).isPositive();
    }

    @Test
    void largeStepsLieOnAnotherLine() {
        StepClock clock = new StepClock();
        clock.measured(1, 3_000_000);
        StepCost before = clock.cost();
        clock.measured(512, 300_000_000);
        assertThat(clock.cost()).isEqualTo(before);
    }
}
