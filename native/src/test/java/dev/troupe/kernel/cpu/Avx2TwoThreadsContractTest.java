package dev.troupe.kernel.cpu;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.contract.KernelContractSuite;

class Avx2TwoThreadsContractTest extends KernelContractSuite {
    @Override
    protected Device open(long capacityBytes) {
        return CpuTestDevices.open(Level.AVX2, 2, capacityBytes);
    }
}
