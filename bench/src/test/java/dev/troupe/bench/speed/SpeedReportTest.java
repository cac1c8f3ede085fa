package dev.troupe.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SpeedReportTest {
    private static final ModelCost COST = new ModelCost(100_000_000, 100_000_000, 28_000_000, 20_000);
    private static final MachineLimits MACHINE = new MachineLimits(30e9, OptionalDouble.of(320e9));

    @Test
    void aSingleStreamIsLimitedByMemory() {
        Limit limit = Measure.single(16, 128).limit(MACHINE, COST);
        assertThat(limit.kind()).isEqualTo("memory");
        assertThat(limit.perSecond()).isCloseTo(30e9 / (100e6 + 80 * 20_000), within(0.01));
    }

    @Test
    void aPromptIsLimitedByComputeAndNeedsOneRowOfLogits() {
        Limit limit = Measure.prefill(512).limit(MACHINE, COST);
        assertThat(limit.kind()).isEqualTo("compute");
        assertThat(limit.perSecond()).isCloseTo(320e9 / (100e6 + 28e6 / 512), within(0.01));
    }

    @Test
    void everyRowOfACrowdNeedsLogits() {
        assertThat(Measure.crowd(32, 16, 64).limit(MACHINE, COST)).isEqualTo(new Limit("compute", 2500));
    }

    @Test
    void withoutDotProductsMemoryIsTheOnlyLimit() {
        MachineLimits plain = new MachineLimits(30e9, OptionalDouble.empty());
        assertThat(Measure.prefill(512).limit(plain, COST).kind()).isEqualTo("memory");
    }

    @Test
    void ofTwoMeasurementsOfTheLimitsTheLargerCounts() {
        MachineLimits other = new MachineLimits(20e9, OptionalDouble.of(400e9));
        MachineLimits none = new MachineLimits(20e9, OptionalDouble.empty());
        assertThat(MACHINE.orBetter(other)).isEqualTo(new MachineLimits(30e9, OptionalDouble.of(400e9)));
        assertThat(none.orBetter(MACHINE)).isEqualTo(MACHINE);
        assertThat(none.orBetter(none)).isEqualTo(none);
    }

    @Test
    void bestAndMedianComeFromTheSamples() {
        assertThat(new Samples(List.of(3.0, 1.0, 2.0)).best()).isEqualTo(3);
        assertThat(new Samples(List.of(3.0, 1.0, 2.0)).median()).isEqualTo(2);
        assertThat(new Samples(List.of(4.0, 1.0)).median()).isEqualTo(2.5);
    }

    @Test
    void aShareAboveTheLimitIsExplained() {
        assertThat(report(3000).table()).contains("120.0% of compute").contains("its limit is not one");
        assertThat(report(1250).table()).doesNotContain("its limit is not one");
    }

    @Test
    void theReportGivesEveryNumberTwice() {
        SpeedReport report = report(1250);
        assertThat(report.table()).contains("50.0% of compute").contains("resident memory 200 MiB");
        assertThat(report.json())
                .contains("\"limit_share\" : 0.5")
                .contains("\"ours\" : 1250.0")
                .contains("\"measure\" : \"prefill 512\"")
                .contains("\"process_start_seconds\" : 0.75");
    }

    private static SpeedReport report(double best) {
        Row row = new Row(
                "prefill 512",
                "smollm2:135m",
                new Samples(List.of(1000.0, best)),
                "tokens/s",
                new Limit("compute", 2500));
        return new SpeedReport(
                new MachineDescription("Some CPU", 2, "cpu/avx512", 2),
                MACHINE,
                new SpeedReport.Startup(0.25, 0.75),
                200L << 20,
                List.of(row),
                List.of());
    }
}
