package dev.troupe.protocol.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ChoiceSeedTest {
    @Test
    void theFirstChoiceHasTheRequestsOwn() {
        assertThat(ChoiceSeed.of(42, 0)).isEqualTo(42);
        assertThat(ChoiceSeed.of(-1, 0)).isEqualTo(-1);
    }

    /// Computed by another program from the definition.
    @Test
    void theOthersAreWhatTheDefinitionSays() {
        assertThat(ChoiceSeed.of(42, 1)).isEqualTo(-1_773_699_978_215_331_409L);
        assertThat(ChoiceSeed.of(-7, 127)).isEqualTo(-3_869_965_376_305_731_717L);
    }

    @Test
    void neighboursOfChoiceAndSeedDiffer() {
        long different = IntStream.range(0, 100)
                .boxed()
                .flatMap(seed -> IntStream.range(0, 100).mapToObj(choice -> ChoiceSeed.of(1000 + seed, choice)))
                .distinct()
                .count();
        assertThat(different).isEqualTo(10_000);
    }

    @Test
    void aChoiceBelowZeroIsRefused() {
        assertThatThrownBy(() -> ChoiceSeed.of(1, -1)).hasMessage("choice is -1; the least is 0");
    }
}
