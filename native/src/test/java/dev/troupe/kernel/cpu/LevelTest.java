package dev.troupe.kernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.cpu.CpuFeatures.Feature;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LevelTest {
    @Test
    void aLevelIsKnownByItsLabelAlone() {
        assertThat(Level.labelled("avx512")).isEqualTo(Level.AVX512);
        assertThat(Level.labelled("avx2")).isEqualTo(Level.AVX2);
        assertThat(Level.labelled("generic")).isEqualTo(Level.GENERIC);
        assertThatThrownBy(() -> Level.labelled("AVX512"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("CPU level \"AVX512\" is not known; allowed are avx512, avx2, generic");
    }

    @Test
    void aLevelRunsOnlyWithAllItNeeds() {
        CpuFeatures all = new CpuFeatures(EnumSet.allOf(Feature.class));
        assertThat(all.levels()).containsExactly(Level.AVX512, Level.AVX2, Level.GENERIC);
        for (Level level : Level.values()) {
            for (Feature lacking : level.needs()) {
                CpuFeatures features = allBut(lacking);
                assertThat(features.missing(level)).containsExactly(lacking);
                assertThat(features.levels()).doesNotContain(level);
            }
        }
        assertThat(allBut(Feature.AVX512VNNI).levels()).containsExactly(Level.AVX2, Level.GENERIC);
        assertThat(allBut(Feature.FMA).levels()).containsExactly(Level.GENERIC);
        assertThat(allBut(Feature.AVXVNNI).levels()).isEqualTo(all.levels());
    }

    private static CpuFeatures allBut(Feature lacking) {
        return new CpuFeatures(EnumSet.complementOf(EnumSet.of(lacking)));
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> new CpuOptions(Level.GENERIC, 0, 1))
                .isInstanceOf(KernelException.class)
                .hasMessageContaining("threads: 0 is outside 1..256");
        assertThatThrownBy(() -> new CpuOptions(Level.GENERIC, 257, 1)).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> new CpuOptions(Level.GENERIC, 1, 0)).hasMessageContaining("0 bytes");
        assertThat(new CpuOptions(Level.GENERIC, 1, 1).faultBits()).isZero();
        assertThat(new CpuOptions(Level.GENERIC, 1, 1, Set.of(FaultPoint.SUM_ORDER_BY_BATCH)).faultBits())
                .isEqualTo(1);
    }
}
