package dev.troupe.bench.speed;

import dev.troupe.protocol.Digest;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts fresh processes and takes their time: what an operator waits for after a restart.
final class StartupProbe {
    private static final double NANOS = 1e9;

    private final Path store;
    private final Digest digest;
    private final String level;
    private final int threads;

    StartupProbe(Path store, Digest digest, String level, int threads) {
        this.store = store;
        this.digest = digest;
        this.level = level;
        this.threads = threads;
    }

    /// @param residentBytes of the process after one answer to a prompt of 512 tokens
    record Result(SpeedReport.Startup startup, long residentBytes) {}

    /// The fastest of several starts, so that other work on the machine counts least.
    Result best(int repeats) throws IOException, InterruptedException {
        Result best = once();
        for (int i = 1; i < repeats; i++) {
            Result next = once();
            best = next.startup().processSeconds() < best.startup().processSeconds() ? next : best;
        }
        return best;
    }

    private Result once() throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String device = valueOf(ReadyCommand.READY, lines);
            double processSeconds = (System.nanoTime() - start) / NANOS;
            String resident = valueOf(ReadyCommand.RESIDENT, lines);
            process.waitFor();
            return new Result(
                    new SpeedReport.Startup(Double.parseDouble(device), processSeconds), Long.parseLong(resident));
        } finally {
            process.destroy();
        }
    }

    private static String valueOf(String name, BufferedReader lines) throws IOException {
        String line = lines.readLine();
        if (line == null || !line.startsWith(name)) {
            throw new IOException("a fresh process said '" + line + "' where '" + name.strip() + "' was due");
        }
        return line.substring(name.length());
    }

    /// The same Java with the same flags and class path as this process.
    private List<String> command() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.troupe.bench.Main", "ready"));
        words.addAll(List.of("--store", store.toString(), "--digest", digest.value()));
        words.addAll(List.of("--level", level, "--threads", String.valueOf(threads)));
        return words;
    }
}
