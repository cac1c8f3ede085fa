package dev.troupe.bench.peer.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerOutputTest {
    private static final String BENCH = """
            [{"n_prompt": 512, "n_gen": 0, "avg_ts": 486.65, "samples_ts": [486.65]},
             {"n_prompt": 0, "n_gen": 128, "avg_ts": 75.38, "samples_ts": [75.38]}]""";
    private static final String BATCHED = """
            {"pp": 16, "tg": 64, "pl": 8, "speed_tg": 215.5}
            {"pp": 16, "tg": 64, "pl": 32, "speed_tg": 262.0}
            """;

    @Test
    void llamaBenchGivesBothSpeeds() throws IOException {
        assertThat(LlamaBench.parse(BENCH, 512, 128)).isEqualTo(new LlamaBench.Speeds(486.65, 75.38));
    }

    @Test
    void aTestThatIsNotReportedIsAnError() {
        assertThatThrownBy(() -> LlamaBench.parse(BENCH, 256, 128))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("256 prompt tokens");
    }

    @Test
    void aSpeedThatIsNoPositiveNumberIsAnError() {
        for (String speed : List.of("0", "-1", "\"fast\"", "null")) {
            assertThatThrownBy(() ->
                            LlamaBench.parse(BENCH.replace("\"avg_ts\": 486.65", "\"avg_ts\": " + speed), 512, 128))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("avg_ts");
        }
    }

    @Test
    void llamaBatchedBenchGivesOneSpeedForEachBatch() throws IOException {
        assertThat(LlamaBatchedBench.parse(BATCHED, List.of(8, 32))).isEqualTo(Map.of(8, 215.5, 32, 262.0));
    }

    @Test
    void jlamaGivesBothSpeedsOfThePromptThatWasMeant() throws IOException {
        String output =
                "{\"prompt_tokens\": 512, \"generated_tokens\": 63, \"prompt_ms\": 2560, \"generate_ms\": 630}\n";
        assertThat(JlamaBench.parse(output, 512)).isEqualTo(new LlamaBench.Speeds(200, 100));
        assertThatThrownBy(() -> JlamaBench.parse(output, 256)).hasMessageContaining("512");
        assertThatThrownBy(() -> JlamaBench.parse(output.replace("2560", "0"), 512))
                .hasMessageContaining("prompt_ms");
        assertThatThrownBy(() -> JlamaBench.parse("", 512)).hasMessageContaining("nothing");
    }

    @Test
    void aBatchThatIsNotReportedIsAnError() {
        assertThatThrownBy(() ->
                        LlamaBatchedBench.parse(BATCHED.lines().findFirst().orElseThrow(), List.of(8, 32)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("[8]");
        assertThatThrownBy(() -> LlamaBatchedBench.parse("", List.of(8, 32))).isInstanceOf(IOException.class);
    }
}
