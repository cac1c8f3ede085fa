package dev.troupe.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ProcessGaugesTest {
    @Test
    void residentMemoryIsReadInBytes() {
        assertThat(ProcessGauges.residentBytes(List.of("VmPeak:\t  9 kB", "VmRSS:\t  12 kB")))
                .isEqualTo(12_288);
    }

    @Test
    void aKernelThatDoesNotSayGivesNoValue() {
        assertThat(ProcessGauges.residentBytes(List.of("Name:\tjava"))).isNaN();
    }
}
