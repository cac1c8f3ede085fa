package dev.troupe.control.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.dispatch.Demand.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DemandTest {
    private static final Duration NOW = Duration.ZERO;

    @Test
    void asManyPiecesAreGrantedAsWereWanted() throws InterruptedException {
        Demand demand = new Demand();
        demand.add(2);
        assertThat(demand.take(NOW)).isEqualTo(Grant.GRANTED);
        assertThat(demand.take(NOW)).isEqualTo(Grant.GRANTED);
        assertThat(demand.take(NOW)).isEqualTo(Grant.TIMED_OUT);
    }

    @Test
    void endlessDemandStaysEndless() throws InterruptedException {
        Demand demand = new Demand();
        demand.add(Long.MAX_VALUE);
        demand.add(Long.MAX_VALUE);
        assertThat(demand.take(NOW)).isEqualTo(Grant.GRANTED);
    }

    @Test
    void closingGoesBeforeDemandAndWakesWhoWaits() throws InterruptedException {
        Demand demand = new Demand();
        Thread closer = Thread.ofVirtual().start(demand::close);
        assertThat(demand.take(Duration.ofMinutes(1))).isEqualTo(Grant.CLOSED);
        closer.join();
        demand.add(1);
        assertThat(demand.take(NOW)).isEqualTo(Grant.CLOSED);
    }
}
