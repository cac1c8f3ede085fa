package dev.troupe.control.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.dispatch.EventInbox.Arrival;
import dev.troupe.control.dispatch.EventInbox.StopCause;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class EventInboxTest {
    private static final TokenEvent EVENT = new TokenEvent.Cancelled(new Usage(1, 0, 0));
    private static final Duration NOW = Duration.ZERO;

    @Test
    void eventsComeOutInTheirOrderWithTheirChoice() throws InterruptedException {
        EventInbox inbox = new EventInbox(2);
        inbox.sink(1).accept(EVENT);
        inbox.sink(0).accept(EVENT);
        assertThat(inbox.take(NOW)).isEqualTo(new Arrival.Event(1, EVENT));
        assertThat(inbox.take(NOW)).isEqualTo(new Arrival.Event(0, EVENT));
        assertThat(inbox.take(NOW)).isEqualTo(new Arrival.Silence());
    }

    @Test
    void aPollTakesWhatIsThere() {
        EventInbox inbox = new EventInbox(2);
        assertThat(inbox.poll()).isEmpty();
        inbox.sink(1).accept(EVENT);
        assertThat(inbox.poll()).contains(new Arrival.Event(1, EVENT));
        inbox.sink(1).accept(EVENT);
        inbox.stop(StopCause.CLIENT_GONE);
        assertThat(inbox.poll()).contains(new Arrival.Stopped(StopCause.CLIENT_GONE));
    }

    @Test
    void aStopGoesBeforeWhatWaitsAndTheFirstCauseStays() throws InterruptedException {
        EventInbox inbox = new EventInbox(2);
        inbox.sink(0).accept(EVENT);
        inbox.stop(StopCause.CLIENT_GONE);
        inbox.stop(StopCause.SHUTTING_DOWN);
        inbox.sink(0).accept(EVENT);
        assertThat(inbox.take(NOW)).isEqualTo(new Arrival.Stopped(StopCause.CLIENT_GONE));
        assertThat(inbox.take(NOW)).isEqualTo(new Arrival.Stopped(StopCause.CLIENT_GONE));
    }

    @Test
    void moreThanItsBoundStopsTheReply() throws InterruptedException {
        EventInbox inbox = new EventInbox(1);
        inbox.sink(0).accept(EVENT);
        assertThat(inbox.isStopped()).isFalse();
        inbox.sink(0).accept(EVENT);
        assertThat(inbox.take(NOW)).isEqualTo(new Arrival.Stopped(StopCause.OVERFLOW));
    }

    @Test
    void aStopWakesWhoWaits() throws InterruptedException {
        EventInbox inbox = new EventInbox(1);
        Thread stopper = Thread.ofVirtual().start(() -> inbox.stop(StopCause.CLIENT_GONE));
        assertThat(inbox.take(Duration.ofMinutes(1))).isEqualTo(new Arrival.Stopped(StopCause.CLIENT_GONE));
        stopper.join();
    }
}
