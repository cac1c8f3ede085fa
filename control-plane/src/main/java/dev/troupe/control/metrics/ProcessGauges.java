package dev.troupe.control.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Memory of this process.
final class ProcessGauges {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int BYTES_PER_KIB = 1024;

    private ProcessGauges() {}

    static void register(MeterRegistry registry) {
        Gauge.builder("troupe.process.resident.memory", STATUS, ProcessGauges::residentBytes)
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder(
                        "troupe.jvm.heap.used",
                        ManagementFactory.getMemoryMXBean(),
                        memory -> memory.getHeapMemoryUsage().getUsed())
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder(
                        "troupe.process.start.time",
                        ManagementFactory.getRuntimeMXBean(),
                        runtime -> runtime.getStartTime() / 1e3)
                .baseUnit("seconds")
                .register(registry);
    }

    private static double residentBytes(Path status) {
        try {
            return residentBytes(Files.readAllLines(status));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + status, e);
        }
    }

    /// NaN, which Prometheus shows as no value, when the kernel does not say.
    static double residentBytes(List<String> statusLines) {
        return statusLines.stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToDouble(kib -> Double.parseDouble(kib) * BYTES_PER_KIB)
                .findFirst()
                .orElse(Double.NaN);
    }
}
