package dev.troupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CliContextTest {
    @Test
    void theOptionWinsOverTheVariableAndTheVariableOverTheDefault() {
        CliContext plain = context(Map.of());
        CliContext set = context(Map.of("TROUPE_HOME", "/elsewhere"));

        assertThat(set.home(Optional.of(Path.of("/given")))).isEqualTo(Path.of("/given"));
        assertThat(set.home(Optional.empty())).isEqualTo(Path.of("/elsewhere"));
        assertThat(plain.home(Optional.empty())).isEqualTo(Path.of("/users/me/.troupe"));
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        assertThat(context(Map.of("TROUPE_HOME", " ")).home(Optional.empty())).isEqualTo(Path.of("/users/me/.troupe"));
    }

    @Test
    void aHomeIsAbsoluteWithoutDots() {
        assertThat(context(Map.of()).home(Optional.of(Path.of("/a/../b/./c")))).isEqualTo(Path.of("/b/c"));
        assertThat(context(Map.of()).home(Optional.of(Path.of("x")))).isAbsolute();
    }

    private static CliContext context(Map<String, String> environment) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new CliContext(
                environment, Path.of("/users/me"), InputStream.nullInputStream(), nowhere, nowhere, false);
    }
}
