package dev.troupe.bench.http;

import dev.troupe.bench.duel.ProcessTicks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server that runs until it is closed.
///
/// @param name for the reports
record ServerProcess(String name, Endpoint endpoint, Process process) implements AutoCloseable {
    private static final Pattern RESIDENT = Pattern.compile("^VmRSS:\\s*(\\d+) kB$", Pattern.MULTILINE);
    private static final long KIB = 1024;
    private static final int STOP_SECONDS = 20;

    long residentBytes() throws IOException {
        String status = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "status"));
        Matcher matcher = RESIDENT.matcher(status);
        if (!matcher.find()) {
            throw new IOException(name + " has no VmRSS; it may have ended");
        }
        return Long.parseLong(matcher.group(1)) * KIB;
    }

    /// Processor time so far.
    long cpuMicros() throws IOException {
        return ProcessTicks.of(process.toHandle()).own() * ProcessTicks.MICROS;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /// Asks it to end, and ends it when it does not.
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
