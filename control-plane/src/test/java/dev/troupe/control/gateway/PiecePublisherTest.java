package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.control.gateway.PiecePublisher.Fate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

final class PiecePublisherTest {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration LONG = Duration.ofMinutes(1);

    private final AtomicInteger cancels = new AtomicInteger();
    private final PiecePublisher pieces = new PiecePublisher(cancels::incrementAndGet);
    private final Reader reader = new Reader();

    @Test
    void asManyPiecesAreTakenAsWereWanted() throws InterruptedException {
        pieces.subscribe(reader);
        reader.subscription.request(2);
        assertThat(write("a", NOW)).isEqualTo(Fate.TAKEN);
        assertThat(write("b", NOW)).isEqualTo(Fate.TAKEN);
        assertThat(write("c", NOW)).isEqualTo(Fate.TIMED_OUT);
        reader.subscription.request(1);
        assertThat(reader.heard).containsExactly("a", "b");
    }

    @Test
    void aPieceWaitsForItsReaderAndForBeingWanted() throws InterruptedException {
        Thread late = Thread.ofVirtual().start(() -> {
            pieces.subscribe(reader);
            reader.subscription.request(1);
        });
        assertThat(write("a", LONG)).isEqualTo(Fate.TAKEN);
        late.join();
        assertThat(reader.heard).containsExactly("a");
    }

    @Test
    void aReaderThatAsksWhileItIsToldHearsOneAfterTheOther() throws InterruptedException {
        pieces.subscribe(reader);
        reader.asksAgain = true;
        reader.subscription.request(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(write("x", LONG)).isEqualTo(Fate.TAKEN);
        }
        pieces.complete();
        assertThat(reader.heard).hasSize(1001).endsWith("x", "end");
    }

    @Test
    void endlessDemandStaysEndless() throws InterruptedException {
        pieces.subscribe(reader);
        reader.subscription.request(Long.MAX_VALUE);
        reader.subscription.request(Long.MAX_VALUE);
        assertThat(write("a", NOW)).isEqualTo(Fate.TAKEN);
    }

    @Test
    void theEndNeedsNoDemandAndNothingFollowsIt() throws InterruptedException {
        pieces.subscribe(reader);
        pieces.complete();
        pieces.complete();
        reader.subscription.request(1);
        assertThat(write("a", NOW)).isEqualTo(Fate.CLOSED);
        assertThat(reader.heard).containsExactly("end");
    }

    @Test
    void closingWakesWhoWaitsAndNothingIsHandedOverAnyMore() throws InterruptedException {
        pieces.subscribe(reader);
        Thread closer = Thread.ofVirtual().start(() -> reader.subscription.cancel());
        assertThat(write("a", LONG)).isEqualTo(Fate.CLOSED);
        closer.join();
        reader.subscription.request(1);
        assertThat(reader.heard).isEmpty();
        assertThat(cancels).hasValue(1);
    }

    @Test
    void nobodyWaitsForAReaderThatBroke() throws InterruptedException {
        pieces.subscribe(reader);
        reader.breaks = true;
        reader.subscription.request(2);
        assertThatThrownBy(() -> write("a", LONG)).hasMessage("the event loop has stopped");
        assertThat(write("b", LONG)).isEqualTo(Fate.CLOSED);
        assertThat(reader.heard).isEmpty();
    }

    @Test
    void aSecondReaderIsRefused() throws InterruptedException {
        Reader second = new Reader();
        pieces.subscribe(reader);
        pieces.subscribe(second);
        reader.subscription.request(1);
        assertThat(write("a", NOW)).isEqualTo(Fate.TAKEN);
        assertThat(reader.heard).containsExactly("a");
        assertThat(second.heard).containsExactly("error");
    }

    private Fate write(String text, Duration timeout) throws InterruptedException {
        return pieces.write(text.getBytes(StandardCharsets.UTF_8), timeout);
    }

    private static final class Reader implements Subscriber<byte[]> {
        private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
        private Subscription subscription;
        private boolean asksAgain;
        private boolean breaks;

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(byte[] piece) {
            if (breaks) {
                throw new IllegalStateException("the event loop has stopped");
            }
            heard.add(new String(piece, StandardCharsets.UTF_8));
            if (asksAgain) {
                subscription.request(1);
            }
        }

        @Override
        public void onError(Throwable failure) {
            heard.add("error");
        }

        @Override
        public void onComplete() {
            heard.add("end");
        }
    }
}
