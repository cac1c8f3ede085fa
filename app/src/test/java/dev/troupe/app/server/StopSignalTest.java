package dev.troupe.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopSignalTest {
    private final StopSignal signal = new StopSignal(Duration.ofSeconds(30));

    @Test
    void aStopWaitsUntilTheWorkerHasClosed() throws InterruptedException {
        AtomicBoolean closed = new AtomicBoolean();
        Thread worker = Thread.ofPlatform().start(() -> {
            signal.await();
            closed.set(true);
            signal.close();
        });
        assertThat(signal.isAsked()).isFalse();
        signal.stop(worker);
        assertThat(closed).isTrue();
        assertThat(signal.isAsked()).isTrue();
        worker.join();
    }

    @Test
    void aWorkerThatWaitsForSomethingElseIsInterrupted() throws InterruptedException {
        Thread worker = Thread.ofPlatform().start(() -> {
            try {
                Thread.sleep(Duration.ofHours(1));
            } catch (InterruptedException e) {
                signal.close();
            }
        });
        signal.stop(worker);
        worker.join();
    }

    @Test
    void aWorkerThatNeverClosesIsNotWaitedForWithoutEnd() {
        new StopSignal(Duration.ofMillis(1)).stop(Thread.ofPlatform().unstarted(() -> {}));
    }
}
