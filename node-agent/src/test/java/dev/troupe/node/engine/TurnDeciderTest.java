package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnDeciderTest {
    private static final double TURN = 0.05;

    @Test
    void whoHasSecondsLeftGoesOnAndDebtorsComeAfterTheOthers() {
        assertThat(TurnDecider.order(List.of(0.05, 0.02, -0.1), 1)).containsExactly(1, 0, 2);
        assertThat(TurnDecider.order(List.of(0.05, -0.02, -0.01), 1)).containsExactly(0, 2, 1);
    }

    @Test
    void aNewRoundGivesEverybodyTheSameAndNobodySavesMoreThanATurn() {
        assertThat(TurnDecider.before(List.of(-0.25, -0.5, 0.25), 0, 0.5)).containsExactly(0.5, 0.25, 0.5);
        assertThat(TurnDecider.before(List.of(0.01, -0.03), 0, TURN)).containsExactly(0.01, -0.03);
    }

    @Test
    void modelsGetTheSameSecondsWhateverTheirStepsCost() {
        double[] stepSeconds = {0.004, 0.03, 0.2};
        double[] used = new double[3];
        List<Double> accounts = List.of(TURN, TURN, TURN);
        int current = 0;
        for (int i = 0; i < 3000; i++) {
            int chosen = TurnDecider.order(accounts, current).getFirst();
            List<Double> after = new ArrayList<>(TurnDecider.before(accounts, chosen, TURN));
            after.set(chosen, after.get(chosen) - stepSeconds[chosen]);
            used[chosen] += stepSeconds[chosen];
            accounts = after;
            current = chosen;
        }
        double all = used[0] + used[1] + used[2];
        for (double seconds : used) {
            assertThat(seconds / all).isBetween(0.32, 0.345);
        }
    }
}
