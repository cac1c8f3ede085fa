package dev.troupe.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.FakeNode;
import org.junit.jupiter.api.Test;

final class GatewayMetricsTest {
    @Test
    void theNodesTimesAreCountersInSeconds() {
        assertThat(new GatewayMetrics(new FakeNode()).text())
                .contains("troupe_engine_phase_seconds_total{phase=\"plan\"} 1.5\n")
                .contains("troupe_op_seconds_total{op=\"attend\"} 2.0\n")
                .contains("troupe_op_wait_seconds_total{op=\"attend\"} 0.25\n")
                .contains("troupe_op_calls_total{op=\"attend\"} 3.0\n");
    }

    @Test
    void processorTimeIsSplitByWhoUsedIt() {
        assertThat(new GatewayMetrics(new FakeNode()).text())
                .contains("troupe_process_cpu_seconds_total{threads=\"engine\"}")
                .contains("troupe_process_cpu_seconds_total{threads=\"workers\"}")
                .contains("troupe_process_cpu_seconds_total{threads=\"rest\"}");
    }
}
