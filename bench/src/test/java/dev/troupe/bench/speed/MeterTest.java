package dev.troupe.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.bench.drive.FakeNode;
import dev.troupe.bench.speed.TimedSink.Times;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.ServingTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeterTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void prefillCountsThePromptUntilTheFirstToken() {
        double rate = Meter.rate(Measure.prefill(512), SECOND, List.of(new Times(List.of(3 * SECOND))));
        assertThat(rate).isEqualTo(256);
    }

    @Test
    void decodeCountsOnlyWhileAllStreamsRun() {
        Times early = new Times(List.of(0L, SECOND, 2 * SECOND, 3 * SECOND));
        Times late = new Times(List.of(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND));
        assertThat(Meter.rate(Measure.crowd(2, 16, 4), 0, List.of(early, late))).isEqualTo(2);
    }

    @Test
    void aWarmUpIsNotCounted() throws InterruptedException {
        Meter meter = new Meter(
                new FakeNode(0, 0f, 0), new ServingTarget(new Digest("sha256:" + "0".repeat(64)), "portable-1"), 300);
        assertThat(meter.measure(Measure.prefill(64), 3).values()).hasSize(3);
    }
}
