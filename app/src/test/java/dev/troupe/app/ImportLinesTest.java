package dev.troupe.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.store.ImportProgress.Stage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImportLinesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MIB = 1 << 20;

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final ImportLines progress = new ImportLines("m", lines::add, () -> now);

    @Test
    void aFileThatIsKnownSaysNothing() {
        progress.at(Stage.HASH, MIB, MIB);
        assertThat(lines).isEmpty();
    }

    @Test
    void aNewFileIsToldOnce() {
        progress.at(Stage.HASH, 9 * MIB, 9 * MIB);
        progress.at(Stage.COPY, MIB, 9 * MIB);
        progress.at(Stage.COPY, 9 * MIB, 9 * MIB);
        progress.at(Stage.PACK, 9 * MIB, 9 * MIB);
        assertThat(lines).containsExactly("importing m (9 MiB)");
    }

    @Test
    void longStagesAreToldNowAndThen() {
        for (int i = 1; i <= 12; i++) {
            now += SECOND;
            progress.at(Stage.HASH, i * MIB, 12 * MIB);
        }
        assertThat(lines).containsExactly("importing m: checking 41%", "importing m: checking 83%");
    }

    @Test
    void anEmptyFileIsNoDivisionByZero() {
        now += 6 * SECOND;
        progress.at(Stage.PACK, 0, 0);
        assertThat(lines).containsExactly("importing m: packing 100%");
    }
}
