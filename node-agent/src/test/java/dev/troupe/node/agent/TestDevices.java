package dev.troupe.node.agent;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.cpu.CpuDevice;
import dev.troupe.kernel.cpu.CpuFeatures;
import dev.troupe.kernel.cpu.CpuOptions;
import dev.troupe.kernel.cpu.Level;
import dev.troupe.kernel.reference.ReferenceDevice;

/// The devices that tests run on, slowest first.
enum TestDevices {
    REFERENCE,
    GENERIC,
    AVX2,
    AVX512,
    AVX512_TWO_THREADS;

    private static final long REFERENCE_BYTES = 256L << 20;
    private static final long CPU_BYTES = 2L << 30;

    /// The fastest that this machine runs.
    static TestDevices fastest() {
        return switch (CpuFeatures.detect().levels().getFirst()) {
            case AVX512 -> AVX512_TWO_THREADS;
            case AVX2 -> AVX2;
            case GENERIC -> GENERIC;
        };
    }

    /// Skips the test where this machine cannot run the device.
    Device open() {
        return switch (this) {
            case REFERENCE -> new ReferenceDevice(REFERENCE_BYTES);
            case GENERIC -> cpu(Level.GENERIC, 1);
            case AVX2 -> cpu(Level.AVX2, 2);
            case AVX512 -> cpu(Level.AVX512, 1);
            case AVX512_TWO_THREADS -> cpu(Level.AVX512, 2);
        };
    }

    private static Device cpu(Level level, int threads) {
        assumeTrue(CpuFeatures.detect().runs(level), "this machine does not run level " + level.label());
        return CpuDevice.open(new CpuOptions(level, threads, CPU_BYTES));
    }
}
