package dev.troupe.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplyStatsTest {
    @Test
    void speedCountsTheTokensAfterTheFirst() {
        assertThat(new ReplyStats(250_000_000L, 2_250_000_000L, 12, 41, 7, "stop").line())
                .isEqualTo("first token 250 ms, 20.0 tokens/s, prompt 12 tokens, reply 41 tokens (stop), seed 7");
    }

    @Test
    void oneTokenHasNoSpeed() {
        assertThat(new ReplyStats(5, 5, 1, 1, 0, "length").tokensPerSecond()).isZero();
    }
}
