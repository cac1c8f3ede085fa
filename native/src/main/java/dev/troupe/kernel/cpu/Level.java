package dev.troupe.kernel.cpu;

import dev.troupe.kernel.cpu.CpuFeatures.Feature;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// Instruction-set variants of the kernels, best first; the order is that of `level_ops.h`.
public enum Level {
    AVX512(EnumSet.range(Feature.AVX2, Feature.AVX512VNNI)),
    /// Multiplies with AVX-VNNI where the processor has it.
    AVX2(EnumSet.of(Feature.AVX2, Feature.FMA, Feature.F16C)),
    /// Plain C for any x86-64.
    GENERIC(EnumSet.noneOf(Feature.class));

    private final Set<Feature> needs;

    Level(Set<Feature> needs) {
        this.needs = needs;
    }

    /// What the processor and the operating system must have.
    public Set<Feature> needs() {
        return EnumSet.copyOf(needs);
    }

    /// The name in settings and in device names: `avx512`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The level of a setting's text.
    ///
    /// @throws IllegalArgumentException naming the levels there are
    public static Level labelled(String text) {
        return Arrays.stream(values())
                .filter(level -> level.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "CPU level \"" + text + "\" is not known; allowed are " + labels()));
    }

    private static String labels() {
        return Arrays.stream(values()).map(Level::label).collect(Collectors.joining(", "));
    }
}
