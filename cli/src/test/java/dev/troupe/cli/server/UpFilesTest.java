package dev.troupe.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UpFilesTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05.060Z");

    @Test
    void whatIsPrintedIsReadBack() throws JsonProcessingException {
        UpFile file = new UpFile(
                "http://127.0.0.1:8080",
                "a",
                "t",
                List.of(
                        new UpFile.Entry("all", "all-1", 4711, Optional.empty(), START),
                        new UpFile.Entry("node", "node-1", 4712, Optional.of("http://127.0.0.1:9000"), START)));

        assertThat(UpFiles.parse(UpFiles.print(file))).isEqualTo(file);
    }

    @Test
    void aMissingFieldIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UpFiles.parse("{\"url\":\"http://x\",\"adminKey\":\"a\"}"))
                .withMessageContaining("tenantKey");
    }

    @Test
    void keysAreNotShown() {
        assertThat(new UpFile("u", "secret-a", "secret-t", List.of()).toString())
                .doesNotContain("secret");
    }
}
