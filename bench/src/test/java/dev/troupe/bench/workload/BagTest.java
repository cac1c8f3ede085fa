package dev.troupe.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BagTest {
    @Test
    void everyItemComesUpOnceBeforeAnyComesUpAgain() {
        Bag<Integer> bag = new Bag<>(List.of(1, 2, 3, 4), new Dice(9));
        for (int turn = 0; turn < 3; turn++) {
            assertThat(IntStream.range(0, 4).mapToObj(_ -> bag.draw())).containsExactlyInAnyOrder(1, 2, 3, 4);
        }
    }

    @Test
    void spreadDrawsKeepTheirBounds() {
        Dice dice = new Dice(1);
        assertThat(IntStream.range(0, 1000).map(_ -> dice.spread(3, 700)))
                .allMatch(value -> value >= 3 && value <= 700)
                .anyMatch(value -> value < 10)
                .anyMatch(value -> value > 500);
        assertThat(dice.spread(5, 5)).isEqualTo(5);
    }
}
