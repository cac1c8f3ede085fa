package dev.troupe.bench.peer.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LlamaPerplexityTest {
    @Test
    void theLastWindowSaysTheMeanOfAll() throws IOException {
        assertThat(LlamaPerplexity.parse("0.22 minutes\n[1]19.4747,[2]10.2760,[3]8.2614,\n"))
                .isEqualTo(8.2614);
    }

    @Test
    void outputWithoutWindowsOrWithAGapIsRefused() {
        assertThatThrownBy(() -> LlamaPerplexity.parse("error: too few tokens"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no window");
        assertThatThrownBy(() -> LlamaPerplexity.parse("[1]19.4747,[3]8.2614,"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("window 2");
    }
}
