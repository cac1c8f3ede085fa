package dev.troupe.kernel.contract;

import dev.troupe.kernel.Device;
import org.junit.jupiter.api.Nested;

/// All contracts on one device. Subclass it per device, level and thread count.
public abstract class KernelContractSuite {
    /// Opens the device under test with at least this much memory; the suite closes it.
    protected abstract Device open(long capacityBytes);

    @Nested
    class Memory extends MemoryContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Embed extends EmbedContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Norm extends NormContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Quantize extends QuantizeContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Linear extends LinearContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Rotate extends RotateContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Attention extends AttentionContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Window extends WindowContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Activate extends ActivateContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Sample extends SampleContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Adjust extends AdjustContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }

    @Nested
    class Step extends StepContract {
        @Override
        Device open(long capacityBytes) {
            return KernelContractSuite.this.open(capacityBytes);
        }
    }
}
