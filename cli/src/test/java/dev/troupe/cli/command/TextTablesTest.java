package dev.troupe.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTablesTest {
    @Test
    void columnsStandBelowTheirHeadings() {
        assertThat(TextTables.format(List.of("NAME", "N"), List.of(List.of("a", "1"), List.of("longer", "22")))
                        .lines())
                .map(String::stripTrailing)
                .containsExactly("NAME    N", "a       1", "longer  22");
    }

    @Test
    void longCellsAreNeitherCutNorWrapped() {
        String cell = "x".repeat(300);
        assertThat(TextTables.format(List.of("A", "B"), List.of(List.of("1", cell))))
                .contains(cell);
    }
}
