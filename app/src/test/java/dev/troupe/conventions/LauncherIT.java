package dev.troupe.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher's scripts, in a checkout whose path is unkind.
class LauncherIT {
    @Test
    void oldBuildsGoAndNothingElseDoes(@TempDir Path folder) throws IOException, InterruptedException {
        Path neighbour = Files.createDirectories(folder.resolve("my"));
        Path checkout = folder.resolve("my 'own' troupe");
        Path builds = checkout.resolve("target/dist");
        for (int build = 1; build <= 5; build++) {
            Files.createDirectories(builds.resolve("2026010100000" + build + "-1"));
        }
        Files.createDirectories(builds.resolve("current"));
        run(checkout, "remove_old_builds \"$PWD\"");
        assertThat(names(builds))
                .containsExactly("20260101000003-1", "20260101000004-1", "20260101000005-1", "current");
        assertThat(neighbour).exists();
    }

    @Test
    void aFirstBuildHasNothingToRemove(@TempDir Path folder) throws IOException, InterruptedException {
        run(folder, "remove_old_builds \"$PWD\"");
        assertThat(names(folder)).isEmpty();
    }

    /// Runs `line` with the build's functions at hand.
    private static void run(Path folder, String line) throws IOException, InterruptedException {
        Path script = Repository.find().root().resolve("scripts/build.sh");
        Process process = new ProcessBuilder("bash", "-c", "set -euo pipefail; . \"$0\"; " + line, script.toString())
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
