package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MemoryShareTest {
    private static final long GIB = 1L << 30;

    @Test
    void withoutAWishThreeQuartersOfTheRoomAreTaken() {
        assertThat(MemoryShare.decide(8 * GIB, GIB / 2, OptionalLong.empty())).isEqualTo((7 * GIB - GIB / 4) / 4 * 3);
    }

    @Test
    void aWishThatFitsIsGranted() {
        assertThat(MemoryShare.decide(8 * GIB, GIB / 2, OptionalLong.of(6 * GIB)))
                .isEqualTo(6 * GIB);
    }

    @Test
    void whatDoesNotFitIsRefusedWithTheNumbers() {
        assertRefused(8 * GIB, OptionalLong.of(7 * GIB), "7168 MiB; allowed is 64 to 6912 MiB");
        assertRefused(8 * GIB, OptionalLong.of(1), "64 to 6912 MiB");
        assertRefused(GIB, OptionalLong.empty(), "machine 1024, heap 512");
    }

    private static void assertRefused(long machineBytes, OptionalLong wish, String numbers) {
        assertThatExceptionOfType(CliException.class)
                .isThrownBy(() -> MemoryShare.decide(machineBytes, GIB / 2, wish))
                .withMessageContaining(numbers)
                .matches(problem -> problem.exitCode() == ExitCode.USAGE);
    }
}
