package dev.troupe.bench.duel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DuelTest {
    @Test
    void sidesAlternateAndTheBestOfEachCounts() throws IOException, InterruptedException {
        List<String> order = new ArrayList<>();
        Iterator<Double> speeds = List.of(10.0, 30.0, 20.0).iterator();
        Duel duel = new Duel(_ -> {}, () -> new ForeignLoad(0, 0, 0));
        duel.run(
                List.of(
                        new Trial("ours", () -> {
                            order.add("ours");
                            return Map.of("speed", speeds.next());
                        }),
                        new Trial("theirs", () -> {
                            order.add("theirs");
                            return Map.of("time", (double) order.size());
                        })),
                3);
        assertThat(order).containsExactly("ours", "theirs", "theirs", "ours", "ours", "theirs");
        assertThat(duel.best("time", Better.LESS).value()).isEqualTo(2);
        assertThatThrownBy(() -> duel.best("bytes", Better.LESS)).hasMessageContaining("no trial measured bytes");
    }

    @Test
    void anUndisturbedSampleBeatsABetterDisturbedOne() {
        Sample quiet = new Sample(10, 0.05);
        Sample loud = new Sample(20, 0.2);
        assertThat(Sample.best(List.of(loud, quiet), Better.MORE)).isEqualTo(quiet);
        assertThat(Sample.best(List.of(loud, new Sample(30, 0.5)), Better.LESS)).isEqualTo(loud);
    }

    @Test
    void foreignLoadIsWhatIsBusyAndNotOurs() {
        ForeignLoad start = new ForeignLoad(100, 50, 1000);
        assertThat(new ForeignLoad(180, 90, 1100).shareSince(start)).isEqualTo(0.4);
        assertThat(start.shareSince(start)).isZero();
    }

    @Test
    void processTimesStandBehindTheName() {
        String stat = "42 (a) b (c) S 1 42 42 0 -1 4194304 100 200 0 0 7 8 9 10 20 0 1 0 100 1000 10";
        assertThat(ProcessTicks.parse(stat)).isEqualTo(new ProcessTicks(15, 19));
    }
}
