package dev.troupe.app.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputTailIT {
    @TempDir
    private Path folder;

    @Test
    void aShortFileIsReadWhole() throws IOException {
        assertThat(OutputTail.read(file("one\ntwo\n"))).isEqualTo("one\ntwo\n");
        assertThat(OutputTail.read(file(""))).isEmpty();
    }

    @Test
    void whatWasReadBeforeIsNotReadAgain() throws IOException {
        assertThat(OutputTail.readFrom(file("one\ntwo\n"), 4)).isEqualTo("two\n");
        assertThat(OutputTail.readFrom(file("one\n"), 4)).isEmpty();
        assertThat(OutputTail.readFrom(file("one\n"), 400)).isEmpty();
    }

    @Test
    void aLongFileKeepsItsEnd() throws IOException {
        assertThat(OutputTail.read(file("x".repeat(1 << 20) + "end")))
                .hasSizeLessThan(1 << 17)
                .endsWith("xend");
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("output"), content);
    }
}
