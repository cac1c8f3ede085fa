package dev.troupe.kernel.select;

import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.cpu.CpuOptions;
import dev.troupe.kernel.cpu.FaultPoint;
import dev.troupe.kernel.cpu.Level;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// What the operator wishes of the device.
///
/// @param kind which device
/// @param levelCap the best CPU level that may be used; none for the machine's best
/// @param threads that share an op, the caller included
/// @param memoryBytes size of the device's memory, rounded up to whole pages
/// @param faults for tests; empty otherwise
public record DeviceConfig(Kind kind, Optional<Level> levelCap, int threads, long memoryBytes, Set<FaultPoint> faults) {
    /// The environment variable that caps the level.
    public static final String LEVEL_SETTING = "TROUPE_CPU_LEVEL";

    /// A device, or the best there is.
    public enum Kind {
        AUTO,
        CPU,
        REFERENCE
    }

    public DeviceConfig {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(levelCap, "levelCap");
        faults = Set.copyOf(faults);
        if (threads < 1 || threads > CpuOptions.MAX_THREADS) {
            throw new KernelException("threads: " + threads + " is outside 1.." + CpuOptions.MAX_THREADS);
        }
        if (memoryBytes < 1) {
            throw new KernelException("memoryBytes: " + memoryBytes + " must be positive");
        }
    }

    public DeviceConfig(Kind kind, Optional<Level> levelCap, int threads, long memoryBytes) {
        this(kind, levelCap, threads, memoryBytes, Set.of());
    }

    /// The cap that {@link #LEVEL_SETTING} asks for.
    ///
    /// @param environment usually `System.getenv()`
    /// @throws IllegalArgumentException naming the setting and the levels there are
    public static Optional<Level> levelCapOf(Map<String, String> environment) {
        Optional<String> text = Optional.ofNullable(environment.get(LEVEL_SETTING));
        try {
            return text.filter(value -> !value.isEmpty()).map(Level::labelled);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(LEVEL_SETTING + ": " + e.getMessage(), e);
        }
    }
}
