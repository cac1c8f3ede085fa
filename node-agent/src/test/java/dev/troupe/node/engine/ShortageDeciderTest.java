package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.node.engine.ShortageDecider.Holder;
import dev.troupe.node.engine.ShortageDecider.Preempt;
import dev.troupe.node.engine.ShortageDecider.Refuse;
import dev.troupe.node.engine.ShortageDecider.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShortageDeciderTest {
    @Test
    void whereNobodyLacksBlocksThereIsNothingToDecide() {
        assertThat(ShortageDecider.decide(List.of(), List.of(new Holder(1, false))))
                .isEqualTo(new Wait());
    }

    @Test
    void theYoungestOfAllModelsGivesWayToTheOldestThatLacks() {
        List<Holder> holders = List.of(new Holder(2, true), new Holder(5, true), new Holder(3, true));
        assertThat(ShortageDecider.decide(List.of(5L, 2L), holders)).isEqualTo(new Preempt(5));
    }

    @Test
    void anElderWhoseReaderDoesNotReadGivesWayToo() {
        assertThat(ShortageDecider.decide(List.of(7L), List.of(new Holder(1, false))))
                .isEqualTo(new Preempt(1));
    }

    @Test
    void whoLacksBlocksAloneCanNeverGoOn() {
        assertThat(ShortageDecider.decide(List.of(7L, 9L), List.of(new Holder(7, true))))
                .isEqualTo(new Refuse(7));
    }

    @Test
    void nobodyIsRefusedWhileAnElderMayStillEnd() {
        assertThat(ShortageDecider.decide(List.of(7L), List.of(new Holder(1, true))))
                .isEqualTo(new Wait());
    }
}
