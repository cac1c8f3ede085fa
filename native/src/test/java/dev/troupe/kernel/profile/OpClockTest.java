package dev.troupe.kernel.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OpClockTest {
    @Test
    void whatWasCountedAddsUpByKind() {
        OpClock clock = new OpClock();
        long now = System.nanoTime();
        clock.count(OpKind.ATTEND, now - 1_000_000, 400_000);
        clock.count(OpKind.ATTEND, now - 2_000_000, 0);
        clock.count(OpKind.EMBED, now - 5_000_000, 0);
        OpTimes times = clock.times();
        assertThat(times.entries().stream().map(OpTimes.Entry::kind)).containsExactly(OpKind.EMBED, OpKind.ATTEND);
        assertThat(times.calls(OpKind.ATTEND)).isEqualTo(2);
        assertThat(times.calls(OpKind.SAMPLE)).isZero();
        assertThat(times.nanos()).isGreaterThanOrEqualTo(8_000_000);
        assertThat(times.waitNanos()).isEqualTo(400_000);
        OpTimes.Entry attend = times.entries().getLast();
        assertThat(attend.workNanos()).isEqualTo(attend.nanos() - 400_000);
    }

    @Test
    void aSnapshotDoesNotChange() {
        OpClock clock = new OpClock();
        OpTimes before = clock.times();
        clock.count(OpKind.SAMPLE, System.nanoTime(), 0);
        assertThat(before).isEqualTo(OpTimes.none());
    }

    @Test
    void everyFormatHasAKindOfItsOwn() {
        assertThat(Arrays.stream(WeightFormat.values()).map(OpKind::linear))
                .doesNotHaveDuplicates()
                .allSatisfy(kind -> assertThat(kind.label()).startsWith("linear_"));
    }
}
