package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cli.ExitCode;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.generated.GeneratedModel;
import dev.troupe.store.generated.WeightFormats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A model's whole life in real processes, with a server that is killed on the way.
@Timeout(600)
class PushIT {
    @TempDir
    private Path folder;

    private Path home;
    private Path model;

    @BeforeEach
    void writeModel() throws IOException {
        home = folder.resolve("home");
        model = folder.resolve("small.gguf");
        GeneratedModel.small(WeightFormats.all(WeightFormat.Q8_0), 1).writeTo(model);
    }

    @Test
    void aPushedModelAnswersSurvivesAKillAndGoes() {
        String before;
        try (UpProcess up = up()) {
            up.awaitUp(home);
            String pushed = run(0, "models", "push", "story", model.toString());
            assertThat(pushed).contains("story:latest").contains("ready");
            before = run(0, "run", "story", "hello", "--seed", "7", "--max-tokens", "8");
            assertThat(run(0, "ps")).contains("story:latest").contains("ready");
            // Acknowledged and not waited for: whatever is done of it, it must be there afterwards.
            run(0, "models", "push", "second", model.toString(), "--no-wait");
            up.signal("KILL");
            up.exitStatus();
        }
        try (UpProcess up = up()) {
            up.awaitUp(home);
            assertThat(run(0, "run", "story", "hello", "--seed", "7", "--max-tokens", "8"))
                    .isEqualTo(before);
            await().atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> run(0, "models", "show", "second").contains("ready"));
            run(0, "models", "rm", "story");
            run(ExitCode.REFUSED.status(), "models", "show", "story");
            run(0, "models", "rm", "second");
            await().atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> isEmpty(home.resolve("store/models")));
            assertThat(run(0, "ps", "--json")).contains("\"weight_bytes\":0");
        }
    }

    private UpProcess up() {
        return UpProcess.start(
                folder,
                Map.of(),
                List.of(
                        "up",
                        "--home",
                        home.toString(),
                        "--no-demo",
                        "--threads",
                        "1",
                        "--memory",
                        "256m",
                        "--port",
                        "0"));
    }

    /// Runs one command to its end.
    ///
    /// @return what it printed
    private String run(int status, String... arguments) {
        List<String> line = new ArrayList<>(List.of(arguments));
        line.addAll(List.of("--home", home.toString()));
        try (UpProcess process = UpProcess.start(folder, Map.of(), line)) {
            assertThat(process.exitStatus()).as(process.err()).isEqualTo(status);
            return process.out();
        }
    }

    private static boolean isEmpty(Path path) {
        try (Stream<Path> all = Files.list(path)) {
            return all.findAny().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
