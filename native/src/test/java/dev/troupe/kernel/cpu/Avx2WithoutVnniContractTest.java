package dev.troupe.kernel.cpu;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.contract.KernelContractSuite;
import dev.troupe.kernel.cpu.CpuFeatures.Feature;

/// The level's other tiles, which a processor without AVX-VNNI takes.
class Avx2WithoutVnniContractTest extends KernelContractSuite {
    @Override
    protected Device open(long capacityBytes) {
        return CpuTestDevices.openWithout(Feature.AVXVNNI, Level.AVX2, 2, capacityBytes);
    }
}
