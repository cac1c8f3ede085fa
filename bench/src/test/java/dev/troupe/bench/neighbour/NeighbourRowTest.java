package dev.troupe.bench.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NeighbourRowTest {
    @Test
    void mediansAreComparedNotTheLuckiestRuns() {
        NeighbourRow row = new NeighbourRow("m", "x", List.of(100.0, 90.0, 300.0), List.of(70.0, 10.0, 99.0), 0.5);
        assertThat(row.share()).isEqualTo(0.7);
        assertThat(row.disturbedWorst()).isEqualTo(10);
        assertThat(row.hasCollapsed()).isFalse();
    }

    @Test
    void aShareUnderTheFloorIsACollapse() {
        NeighbourRow row = new NeighbourRow("m", "x", List.of(100.0), List.of(49.0), 0.5);
        assertThat(row.hasCollapsed()).isTrue();
        NeighbourReport report = new NeighbourReport("some CPU", List.of(row));
        assertThat(report.hasCollapse()).isTrue();
        assertThat(report.table()).contains("collapsed").contains("some CPU");
        assertThat(report.json()).contains("\"share\" : 0.49");
    }
}
