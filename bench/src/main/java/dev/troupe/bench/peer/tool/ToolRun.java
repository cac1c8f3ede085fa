package dev.troupe.bench.peer.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One run of a peer's program to its end.
public final class ToolRun {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int TAIL_CHARACTERS = 2000;

    private ToolRun() {}

    /// What the program printed to its standard output.
    ///
    /// @throws IOException when it fails, with the end of what it said
    public static String output(List<String> words) throws IOException, InterruptedException {
        Path out = Files.createTempFile("troupe-peer-", ".out");
        Path err = Files.createTempFile("troupe-peer-", ".err");
        Process process = new ProcessBuilder(words)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        EndsWithUs.bind(process);
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException(words.getFirst() + " did not end within " + PATIENCE);
            }
            if (process.exitValue() != 0) {
                throw new IOException(String.join(" ", words) + " ended with code " + process.exitValue() + ": "
                        + tail(read(err) + read(out)));
            }
            return read(out);
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - TAIL_CHARACTERS));
    }
}
