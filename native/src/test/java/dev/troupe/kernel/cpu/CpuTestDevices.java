package dev.troupe.kernel.cpu;

import org.junit.jupiter.api.Assumptions;

/// CPU devices for tests; a level that this machine lacks skips the test with a line.
final class CpuTestDevices {
    private CpuTestDevices() {}

    static CpuDevice open(Level level, int threads, long capacityBytes) {
        CpuFeatures features = CpuFeatures.detect();
        Assumptions.assumeTrue(
                features.runs(level), () -> level.label() + " skipped: missing " + features.missing(level));
        return CpuDevice.open(new CpuOptions(level, threads, capacityBytes));
    }
}
