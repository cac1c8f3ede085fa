package dev.troupe.app.server;

import static org.awaitility.Awaitility.await;

import dev.troupe.cli.server.UpFile;
import dev.troupe.cli.server.UpFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The program in a process of its own. Limits are wide: machines that run tests are busy.
final class UpProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final Process process;
    private final Path out;
    private final Path err;

    private UpProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /// @param folder for what it prints
    static UpProcess start(Path folder, Map<String, String> environment, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.troupe.app.Main"));
        command.addAll(arguments);
        try {
            Path out = Files.createTempFile(folder, "process", ".out");
            Path err = Files.createTempFile(folder, "process", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("TROUPE_") || name.equals("CI"));
            builder.environment().putAll(environment);
            return new UpProcess(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /// Waits until it has published itself in `home`.
    UpFile awaitUp(Path home) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> !process.isAlive() || published(home).isPresent());
        return published(home).orElseThrow(() -> new AssertionError("ended early: " + err()));
    }

    private Optional<UpFile> published(Path home) {
        return UpFiles.read(home).filter(file -> file.processes().getFirst().pid() == process.pid());
    }

    /// Waits for its end.
    int exitStatus() {
        try {
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still running: " + err());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        exitStatus();
    }
}
