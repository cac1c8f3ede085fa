package dev.troupe.kernel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.cpu.CpuFeatures;
import dev.troupe.kernel.cpu.CpuFeatures.Feature;
import dev.troupe.kernel.cpu.Level;
import dev.troupe.kernel.select.DeviceConfig.Kind;
import dev.troupe.kernel.select.Selection.Rejected;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final CpuFeatures ALL = new CpuFeatures(EnumSet.allOf(Feature.class));
    private static final CpuFeatures WITHOUT_AVX512 = new CpuFeatures(Set.of(Feature.AVX2, Feature.FMA, Feature.F16C));
    private static final CpuFeatures OLD = new CpuFeatures(Set.of(Feature.AVX2));

    @Test
    void theBestLevelOfTheMachineIsChosen() {
        Selection selection = Selection.of(config(Kind.AUTO, Optional.empty()), ALL);
        assertThat(selection.level()).contains(Level.AVX512);
        assertThat(selection.name()).isEqualTo("cpu/avx512");
        assertThat(selection.rejected()).isEmpty();
    }

    @Test
    void aLevelThatTheMachineLacksIsPassedOverWithTheReason() {
        Rejected noAvx512 =
                new Rejected("cpu/avx512", "this machine lacks avx512bw, avx512dq, avx512f, avx512vl, avx512vnni");
        Selection selection = Selection.of(config(Kind.CPU, Optional.empty()), WITHOUT_AVX512);
        assertThat(selection.name()).isEqualTo("cpu/avx2");
        assertThat(selection.rejected()).containsExactly(noAvx512);
        selection = Selection.of(config(Kind.CPU, Optional.empty()), OLD);
        assertThat(selection.name()).isEqualTo("cpu/generic");
        assertThat(selection.rejected().getLast()).isEqualTo(new Rejected("cpu/avx2", "this machine lacks f16c, fma"));
    }

    @Test
    void aCapPassesBetterLevelsOver() {
        Selection selection = Selection.of(config(Kind.AUTO, Optional.of(Level.GENERIC)), ALL);
        assertThat(selection.name()).isEqualTo("cpu/generic");
        assertThat(selection.rejected())
                .containsExactly(
                        new Rejected("cpu/avx512", "levels are capped at generic"),
                        new Rejected("cpu/avx2", "levels are capped at generic"));
        assertThat(Selection.of(config(Kind.AUTO, Optional.of(Level.AVX2)), ALL).name())
                .isEqualTo("cpu/avx2");
    }

    @Test
    void theReferenceIsOnlyTakenWhenAskedFor() {
        Selection selection = Selection.of(config(Kind.REFERENCE, Optional.empty()), ALL);
        assertThat(selection.name()).isEqualTo("reference");
        assertThat(selection.level()).isEmpty();
        assertThat(selection.rejected()).hasSize(Level.values().length);
    }

    @Test
    void theCapComesFromTheEnvironment() {
        assertThat(DeviceConfig.levelCapOf(Map.of())).isEmpty();
        assertThat(DeviceConfig.levelCapOf(Map.of("TROUPE_CPU_LEVEL", ""))).isEmpty();
        assertThat(DeviceConfig.levelCapOf(Map.of("TROUPE_CPU_LEVEL", "generic")))
                .contains(Level.GENERIC);
        assertThatThrownBy(() -> DeviceConfig.levelCapOf(Map.of("TROUPE_CPU_LEVEL", "sse9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("TROUPE_CPU_LEVEL: CPU level \"sse9\" is not known; allowed are avx512, avx2, generic");
    }

    @Test
    void badNumbersAreRefused() {
        assertThatThrownBy(() -> new DeviceConfig(Kind.AUTO, Optional.empty(), 0, 1))
                .isInstanceOf(KernelException.class)
                .hasMessageContaining("threads: 0 is outside 1..256");
        assertThatThrownBy(() -> new DeviceConfig(Kind.AUTO, Optional.empty(), 1, 0))
                .isInstanceOf(KernelException.class)
                .hasMessageContaining("memoryBytes: 0");
    }

    @Test
    void theChosenDeviceOpens() {
        for (Kind kind : Kind.values()) {
            Devices.Opened opened = Devices.open(config(kind, Optional.of(Level.GENERIC)));
            assertThat(opened.device().name()).isEqualTo(opened.selection().name());
            opened.device().close();
        }
    }

    private static DeviceConfig config(Kind kind, Optional<Level> cap) {
        return new DeviceConfig(kind, cap, 1, 1L << 21);
    }
}
