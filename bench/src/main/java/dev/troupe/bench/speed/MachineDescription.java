package dev.troupe.bench.speed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a measurement ran on.
///
/// @param cpu as the processor names itself
/// @param cores that this process may use
/// @param device for example `cpu/avx512`
/// @param threads that share an op
public record MachineDescription(String cpu, int cores, String device, int threads) {
    private static final Pattern MODEL = Pattern.compile("^model name\\s*:\\s*(.+)$", Pattern.MULTILINE);
    private static final Pattern RESIDENT = Pattern.compile("^VmRSS:\\s*(\\d+) kB$", Pattern.MULTILINE);
    private static final long KIB = 1024;

    public static MachineDescription of(String device, int threads) throws IOException {
        String cpu = first(MODEL, Files.readString(Path.of("/proc/cpuinfo"))).orElse("unknown");
        return new MachineDescription(cpu, Runtime.getRuntime().availableProcessors(), device, threads);
    }

    /// Resident bytes of this process.
    static long residentBytes() throws IOException {
        String status = Files.readString(Path.of("/proc/self/status"));
        return first(RESIDENT, status)
                .map(kib -> Long.parseLong(kib) * KIB)
                .orElseThrow(() -> new IOException("/proc/self/status has no VmRSS"));
    }

    public String describe() {
        return "%s, %d cores; %s, %d threads".formatted(cpu, cores, device, threads);
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
