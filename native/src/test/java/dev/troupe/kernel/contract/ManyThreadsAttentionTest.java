package dev.troupe.kernel.contract;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.cpu.CpuDevice;
import dev.troupe.kernel.cpu.CpuFeatures;
import dev.troupe.kernel.cpu.CpuOptions;

/// More threads than most batches have bundles: work is cut by heads so that all have some.
class ManyThreadsAttentionTest extends AttentionContract {
    private static final int THREADS = 7;

    @Override
    Device open(long capacityBytes) {
        return CpuDevice.open(new CpuOptions(CpuFeatures.detect().levels().getFirst(), THREADS, capacityBytes));
    }
}
