package dev.troupe.kernel.cpu;

import dev.troupe.kernel.cpu.CpuFeatures.Feature;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;

/// CPU devices for tests; a level that this machine lacks skips the test with a line.
final class CpuTestDevices {
    private CpuTestDevices() {}

    static CpuDevice open(Level level, int threads, long capacityBytes) {
        return open(level, threads, capacityBytes, CpuFeatures.detect());
    }

    /// As on a machine without the feature.
    static CpuDevice openWithout(Feature feature, Level level, int threads, long capacityBytes) {
        Set<Feature> rest = EnumSet.noneOf(Feature.class);
        rest.addAll(CpuFeatures.detect().present());
        rest.remove(feature);
        return open(level, threads, capacityBytes, new CpuFeatures(rest));
    }

    private static CpuDevice open(Level level, int threads, long capacityBytes, CpuFeatures features) {
        Assumptions.assumeTrue(
                features.runs(level), () -> level.label() + " skipped: missing " + features.missing(level));
        return CpuDevice.open(new CpuOptions(level, threads, capacityBytes), features);
    }
}
