package dev.troupe.kernel.reference;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.contract.KernelContractSuite;

/// The judge keeps its own contracts: rows do not see their neighbours, and nothing is touched
/// beyond the operands.
class ReferenceContractTest extends KernelContractSuite {
    @Override
    protected Device open(long capacityBytes) {
        return new ReferenceDevice(capacityBytes);
    }
}
