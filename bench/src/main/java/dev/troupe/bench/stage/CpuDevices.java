package dev.troupe.bench.stage;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.cpu.CpuDevice;
import dev.troupe.kernel.cpu.CpuFeatures;
import dev.troupe.kernel.cpu.CpuOptions;
import dev.troupe.kernel.cpu.FaultPoint;
import dev.troupe.kernel.cpu.Level;
import java.util.List;
import java.util.Set;

/// The devices of this machine's processor.
public final class CpuDevices {
    private CpuDevices() {}

    /// Opens devices of exactly the level that is named; the caller closes them. A level that does
    /// not run here is an error, never another level: what is proven or measured carries its name.
    @FunctionalInterface
    public interface Opener {
        /// @param capacityBytes of its memory, which is only reserved
        Device open(String level, int threads, long capacityBytes);
    }

    /// Levels that run here, fastest first.
    public static List<String> levels() {
        return CpuFeatures.detect().levels().stream().map(Level::label).toList();
    }

    /// Opens devices whose kernels are as they should be.
    public static Opener opener() {
        return opener(Set.of());
    }

    /// @param faults that a proof must catch
    static Opener opener(Set<FaultPoint> faults) {
        return (level, threads, capacityBytes) ->
                CpuDevice.open(new CpuOptions(Level.labelled(level), threads, capacityBytes, faults));
    }
}
