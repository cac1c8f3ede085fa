package dev.troupe.node.draft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcceptanceTest {
    @Test
    void draftsThatAreAlwaysRightAreBelieved() {
        Acceptance belief = Acceptance.unknown();
        for (int i = 0; i < 20; i++) {
            belief = belief.after(4, 4);
        }
        assertThat(belief.chance()).isBetween(0.97, 1.0);
    }

    @Test
    void draftsThatAreAlwaysWrongAreNot() {
        Acceptance belief = Acceptance.unknown();
        for (int i = 0; i < 20; i++) {
            belief = belief.after(0, 4);
        }
        assertThat(belief.chance()).isBetween(0.0, 0.05);
    }

    @Test
    void whatCameBehindTheFirstWrongDraftDoesNotCount() {
        assertThat(Acceptance.unknown().after(1, 8))
                .isEqualTo(Acceptance.unknown().after(1, 2));
    }

    @Test
    void restBringsTheFirstBeliefBack() {
        Acceptance belief = Acceptance.unknown();
        for (int i = 0; i < 20; i++) {
            belief = belief.after(0, 4);
        }
        for (int i = 0; i < 300; i++) {
            belief = belief.afterRest();
        }
        assertThat(belief.chance()).isCloseTo(Acceptance.unknown().chance(), org.assertj.core.data.Offset.offset(0.02));
    }
}
