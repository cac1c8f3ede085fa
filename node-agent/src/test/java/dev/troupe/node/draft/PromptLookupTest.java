package dev.troupe.node.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PromptLookupTest {
    @Test
    void whatFollowedTheSameTokensIsTheGuess() {
        assertThat(guess(4, 1, 2, 3, 4, 5, 9, 1, 2, 3)).containsExactly(4, 5, 9, 1);
    }

    @Test
    void oneEqualTokenSaysNothing() {
        assertThat(guess(4, 1, 2, 3, 9, 8, 3)).isEmpty();
        assertThat(guess(4, 7)).isEmpty();
        assertThat(guess(4)).isEmpty();
    }

    @Test
    void theLongestMatchWinsAndAmongEqualOnesTheLatest() {
        assertThat(guess(1, 5, 1, 2, 40, 1, 2, 50, 5, 1, 2)).containsExactly(40);
        assertThat(guess(1, 1, 2, 40, 1, 2, 50, 8, 1, 2)).containsExactly(50);
    }

    @Test
    void aCycleIsTakenToGoOn() {
        assertThat(guess(7, 1, 2, 3, 1, 2, 3, 1, 2, 3)).containsExactly(1, 2, 3, 1, 2, 3, 1);
        assertThat(guess(3, 6, 6, 6)).containsExactly(6, 6, 6);
    }

    @Test
    void aGuessForFewerIsAPrefixOfAGuessForMore() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            int[] tokens = random.ints(60, 0, 4).toArray();
            int[] most = PromptLookup.guess(tokens, 60, 9).tokens();
            for (int fewer = 0; fewer < most.length; fewer++) {
                assertThat(PromptLookup.guess(tokens, 60, fewer).tokens()).isEqualTo(Arrays.copyOf(most, fewer));
            }
        }
    }

    @Test
    void tokensBehindTheKnownOnesAreNotRead() {
        int[] tokens = {1, 2, 3, 1, 2, 3, 1, 2};
        assertThat(PromptLookup.guess(tokens, 5, 2).tokens()).containsExactly(3, 1);
    }

    private static int[] guess(int most, int... tokens) {
        return PromptLookup.guess(tokens, tokens.length, most).tokens();
    }
}
