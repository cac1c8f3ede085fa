package dev.troupe.bench.peer.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LlamaPerplexityTest {
    @Test
    void theLastWindowSaysTheMeanOfAll() throws IOException {
        assertThat(LlamaPerplexity.parse("0.22 minutes\n[1]19.4747,[2]10.2760,[3]8.2614,\n", 3))
                .isEqualTo(8.2614);
    }

    @Test
    void outputWithOtherWindowsThanTheTextHasIsRefused() {
        assertRefused("error: too few tokens", "0 of 2 windows");
        assertRefused("[1]19.4747,[3]8.2614,", "window 2");
        assertRefused("[1]19.4747,", "1 of 2 windows");
        assertRefused("[1]19.4747,[2]10.2760,[3]8.2614,", "read 3 windows, where we have 2");
    }

    private static void assertRefused(String output, String message) {
        assertThatThrownBy(() -> LlamaPerplexity.parse(output, 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }
}
