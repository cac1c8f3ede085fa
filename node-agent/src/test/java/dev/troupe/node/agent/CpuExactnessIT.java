package dev.troupe.node.agent;

import dev.troupe.kernel.Device;
import org.junit.jupiter.api.Nested;

/// On each level of this machine's processor.
class CpuExactnessIT {
    @Nested
    class Generic extends ExactnessContract {
        @Override
        Device device() {
            return TestDevices.GENERIC.open();
        }
    }

    @Nested
    class Avx2 extends ExactnessContract {
        @Override
        Device device() {
            return TestDevices.AVX2.open();
        }
    }

    @Nested
    class Avx512 extends ExactnessContract {
        @Override
        Device device() {
            return TestDevices.AVX512.open();
        }
    }

    @Nested
    class Avx512OnTwoThreads extends ExactnessContract {
        @Override
        Device device() {
            return TestDevices.AVX512_TWO_THREADS.open();
        }
    }
}
