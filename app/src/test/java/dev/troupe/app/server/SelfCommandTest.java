package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cli.command.UpOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SelfCommandTest {
    @Test
    void everythingButDetachAndJsonIsPassedOn() {
        UpOptions options = new UpOptions(
                Path.of("/h"),
                81,
                true,
                false,
                true,
                Map.of("a:b", Path.of("/m.gguf")),
                OptionalInt.of(2),
                OptionalLong.of(5));
        assertThat(SelfCommand.arguments(options))
                .isEqualTo(List.of(
                        "up",
                        "--home",
                        "/h",
                        "--port",
                        "81",
                        "--no-demo",
                        "--model",
                        "a:b=/m.gguf",
                        "--threads",
                        "2",
                        "--memory",
                        "5"));
    }

    @Test
    void theProgramIsStartedByTheSameJava() {
        assertThat(SelfCommand.of(List.of("ps")))
                .startsWith(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .endsWith("dev.troupe.app.Main", "ps");
    }
}
