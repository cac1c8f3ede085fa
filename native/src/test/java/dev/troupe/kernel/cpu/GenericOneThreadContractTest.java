package dev.troupe.kernel.cpu;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.contract.KernelContractSuite;

class GenericOneThreadContractTest extends KernelContractSuite {
    @Override
    protected Device open(long capacityBytes) {
        return CpuTestDevices.open(Level.GENERIC, 1, capacityBytes);
    }
}
