package dev.troupe.kernel.cpu;

import dev.troupe.kernel.KernelException;
import java.util.Objects;
import java.util.Set;

/// How a CPU device is opened.
///
/// @param level must run on this machine
/// @param threads that share an op, the caller included, `1..MAX_THREADS`
/// @param memoryBytes size of the reserved range, rounded up to whole pages
/// @param faults for tests; empty otherwise
public record CpuOptions(Level level, int threads, long memoryBytes, Set<FaultPoint> faults) {
    public static final int MAX_THREADS = 256;

    public CpuOptions {
        Objects.requireNonNull(level, "level");
        faults = Set.copyOf(faults);
        if (threads < 1 || threads > MAX_THREADS) {
            throw new KernelException("CPU threads: " + threads + " is outside 1.." + MAX_THREADS);
        }
        if (memoryBytes < 1) {
            throw new KernelException("CPU memory: " + memoryBytes + " bytes must be positive");
        }
    }

    public CpuOptions(Level level, int threads, long memoryBytes) {
        this(level, threads, memoryBytes, Set.of());
    }

    int faultBits() {
        return faults.stream().mapToInt(fault -> 1 << fault.ordinal()).sum();
    }
}
