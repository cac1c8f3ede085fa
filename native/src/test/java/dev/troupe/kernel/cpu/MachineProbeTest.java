package dev.troupe.kernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.cpu.CpuFeatures.Feature;
import org.junit.jupiter.api.Test;

class MachineProbeTest {
    private static final long MIB = 1 << 20;

    @Test
    void everyMachineReadsMemory() {
        assertThat(MachineProbe.readBytesPerSecond(4 * MIB, 2, 1)).isPositive();
    }

    @Test
    void aMachineWithAnInstructionForThemHasDotProducts() {
        CpuFeatures features = CpuFeatures.detect();
        boolean fast = features.runs(Level.AVX512) || features.present().contains(Feature.AVXVNNI);
        assertThat(MachineProbe.dotMacsPerSecond(1000, 2, 1).isPresent()).isEqualTo(fast);
    }

    @Test
    void impossibleNumbersOfThreadsAreRefused() {
        assertThatThrownBy(() -> MachineProbe.readBytesPerSecond(MIB, 0, 1)).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> MachineProbe.readBytesPerSecond(MIB, 100_000, 1))
                .isInstanceOf(KernelException.class);
    }
}
