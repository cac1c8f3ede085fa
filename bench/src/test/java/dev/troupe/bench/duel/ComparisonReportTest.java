package dev.troupe.bench.duel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ComparisonReportTest {
    @Test
    void aRowIsJudgedByItsRatio() {
        Goal goal = Goal.atLeast(1.8, 2.8);
        assertThat(goal.judge(1.79)).isEqualTo(Goal.Verdict.UNDER_FLOOR);
        assertThat(goal.judge(1.8)).isEqualTo(Goal.Verdict.BETWEEN);
        assertThat(goal.judge(2.8)).isEqualTo(Goal.Verdict.GOAL);
        assertThat(Goal.atMost(0.4, 0.4).judge(0.41)).isEqualTo(Goal.Verdict.UNDER_FLOOR);
        assertThat(Goal.atLeast(1, 2).judge(Double.NaN)).isEqualTo(Goal.Verdict.UNDER_FLOOR);
    }

    @Test
    void aRowUnderItsFloorOrOneThatIsMissingFailsTheRun() throws IOException {
        assertThat(publish(List.of(row(200, 0)), List.of())).isZero();
        assertThat(publish(List.of(row(170, 0)), List.of())).isOne();
        assertThat(publish(List.of(row(200, 0)), List.of("prefill: gone"))).isOne();
    }

    @Test
    void peopleSeeWhatWasDisturbed() {
        assertThat(report(List.of(row(200, 0.05)), List.of()).table()).doesNotContain("~");
        assertThat(report(List.of(row(200, 0.11)), List.of()).table())
                .contains("2.00~")
                .contains("other work");
    }

    @Test
    void machinesGetTheNamedFields() throws IOException {
        JsonNode row = new ObjectMapper()
                .readTree(report(List.of(row(200, 0)), List.of()).json())
                .path("rows")
                .path(0);
        assertThat(row.path("measure").asText()).isEqualTo("prefill 512");
        assertThat(row.path("model").asText()).isEqualTo("SmolLM2 Q4_0");
        assertThat(List.of("ours", "peer", "ratio", "floor", "goal", "limit_share"))
                .allMatch(field -> row.path(field).isNumber());
        assertThat(row.path("ratio").asDouble()).isEqualTo(2);
    }

    private static int publish(List<Comparison> rows, List<String> notMeasured) throws IOException {
        return report(rows, notMeasured).publish(new PrintWriter(new StringWriter()), Optional.empty());
    }

    private static ComparisonReport report(List<Comparison> rows, List<String> notMeasured) {
        return new ComparisonReport("a machine", Map.of("read GB/s", 30.0), rows, notMeasured);
    }

    private static Comparison row(double ours, double foreignShare) {
        return new Comparison(
                "prefill 512",
                "SmolLM2 Q4_0",
                "llama.cpp",
                "tokens/s",
                new Sample(ours, foreignShare),
                new Sample(100, 0),
                Optional.of(Goal.atLeast(1.8, 2.8)),
                OptionalDouble.of(0.5));
    }
}
