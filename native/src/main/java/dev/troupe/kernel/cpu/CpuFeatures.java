package dev.troupe.kernel.cpu;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Instruction sets that this machine can run: the processor has them and the operating system
/// saves their registers.
public record CpuFeatures(Set<Feature> present) {
    /// In the order of `cpu_features.h`.
    public enum Feature {
        AVX2,
        FMA,
        F16C,
        AVX512F,
        AVX512BW,
        AVX512VL,
        AVX512DQ,
        AVX512VNNI,
        /// The dot product of bytes in vectors of 256 bits: no level needs it.
        AVXVNNI;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CpuFeatures {
        present = Set.copyOf(present);
    }

    /// Asks this machine.
    public static CpuFeatures detect() {
        int bits = CpuSymbols.cpuFeatures();
        EnumSet<Feature> present = EnumSet.noneOf(Feature.class);
        for (Feature feature : Feature.values()) {
            if ((bits >>> feature.ordinal() & 1) != 0) {
                present.add(feature);
            }
        }
        return new CpuFeatures(present);
    }

    /// Bit i stands for entry i of [Feature].
    int bits() {
        return present.stream().mapToInt(feature -> 1 << feature.ordinal()).sum();
    }

    /// What a level needs and this machine lacks.
    public Set<Feature> missing(Level level) {
        Set<Feature> missing = level.needs();
        missing.removeAll(present);
        return missing;
    }

    public boolean runs(Level level) {
        return missing(level).isEmpty();
    }

    /// The levels that run here, best first; never empty.
    public List<Level> levels() {
        return Arrays.stream(Level.values()).filter(this::runs).toList();
    }
}
