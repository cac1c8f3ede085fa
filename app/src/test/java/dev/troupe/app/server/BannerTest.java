package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.cli.Json;
import dev.troupe.cli.server.UpFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BannerTest {
    private static final UpFile SERVER = new UpFile(
            "http://127.0.0.1:8080",
            "admin",
            "tenant",
            List.of(new UpFile.Entry("all", "all-1", 12, Optional.empty(), Instant.EPOCH)));

    @Test
    void theTextHoldsLinesThatWorkWhenPasted() {
        assertThat(banner(true, "smollm2").text())
                .contains(
                        "curl -N http://127.0.0.1:8080/v1/chat/completions -H 'Authorization: Bearer tenant' "
                                + "-H 'Content-Type: application/json' -d '{\"model\":\"smollm2\",\"messages\":"
                                + "[{\"role\":\"user\",\"content\":\"Why is the sky blue?\"}],\"temperature\":0.2,\"stream\":true}'\n")
                .contains("  ./troupe run smollm2 \"Why is the sky blue?\"\n")
                .doesNotContain("admin");
    }

    @Test
    void anotherHomeIsNamedInTheLineForTheTerminal() {
        assertThat(banner(false, "m").text()).contains("./troupe run --home '/home/dir' m ");
    }

    @Test
    void withoutAModelTheTextSaysHowToGiveOne() {
        assertThat(banner(true).text()).contains("--model NAME=FILE.gguf").doesNotContain("curl");
    }

    @Test
    void machinesGetOneLine() throws JsonProcessingException {
        String json = banner(true, "a", "b").json();
        assertThat(json.lines()).hasSize(1);
        assertThat(Json.MAPPER.readTree(json).path("models")).hasSize(2);
        assertThat(Json.MAPPER.readTree(json).path("pid").asLong()).isEqualTo(12);
    }

    private static Banner banner(boolean homeIsDefault, String... models) {
        return new Banner(SERVER, Path.of("/home/dir"), homeIsDefault, List.of(models));
    }
}
