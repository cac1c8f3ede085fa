package dev.troupe.app.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// How one run of a program ended.
public sealed interface ToolRun {
    /// @param status exit status
    /// @param output end of what it printed to both outputs
    record Ended(int status, String output) implements ToolRun {
        public boolean succeeded() {
            return status == 0;
        }
    }

    /// The program is not there or could not be started.
    record NotStarted(String reason) implements ToolRun {}

    /// It took longer than it may and was ended.
    record TimedOut(Duration limit) implements ToolRun {}

    /// Runs `command` without input. When the calling thread is interrupted, the program is ended
    /// and the thread stays interrupted.
    static ToolRun of(List<String> command, Duration limit) {
        try {
            Path output = Files.createTempFile("troupe-tool", ".out");
            try {
                return run(command, limit, output);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return new NotStarted(e.getMessage());
        }
    }

    private static ToolRun run(List<String> command, Duration limit, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Ended(process.exitValue(), OutputTail.read(output));
            }
            return new TimedOut(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new NotStarted("interrupted");
        } finally {
            process.destroyForcibly();
        }
    }

    /// One line for people about a run that did not do its work.
    default String problem() {
        return switch (this) {
            case Ended(int status, String output) -> "it ended with status " + status + ": " + lastLine(output);
            case NotStarted(String reason) -> reason;
            case TimedOut(Duration limit) -> "it took longer than " + limit.toSeconds() + " s";
        };
    }

    private static String lastLine(String output) {
        return output.lines()
                .filter(line -> !line.isBlank())
                .reduce((_, last) -> last)
                .orElse("no output")
                .strip();
    }
}
