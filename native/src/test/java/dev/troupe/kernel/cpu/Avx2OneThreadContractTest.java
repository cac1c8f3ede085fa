package dev.troupe.kernel.cpu;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.contract.KernelContractSuite;

class Avx2OneThreadContractTest extends KernelContractSuite {
    @Override
    protected Device open(long capacityBytes) {
        return CpuTestDevices.open(Level.AVX2, 1, capacityBytes);
    }
}
