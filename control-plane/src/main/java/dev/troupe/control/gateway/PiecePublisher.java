package dev.troupe.control.gateway;

import dev.troupe.control.dispatch.Demand;
import dev.troupe.control.dispatch.Demand.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/// Pieces of a body from one writing thread to the web server, as fast as the connection takes
/// them. One subscriber. Writing waits for it to subscribe, too.
final class PiecePublisher implements Publisher<byte[]> {
    private final Demand demand = new Demand();
    private final CompletableFuture<Subscriber<? super byte[]>> subscriber = new CompletableFuture<>();
    private final Runnable cancelled;

    /// @param cancelled called when the web server wants no more
    PiecePublisher(Runnable cancelled) {
        this.cancelled = cancelled;
    }

    @Override
    public void subscribe(Subscriber<? super byte[]> reader) {
        reader.onSubscribe(new Subscription() {
            @Override
            public void request(long pieces) {
                demand.add(pieces);
            }

            @Override
            public void cancel() {
                demand.close();
                cancelled.run();
            }
        });
        if (!subscriber.complete(reader)) {
            reader.onError(new IllegalStateException("there can be one subscriber only"));
        }
    }

    /// Waits until the reader wants a piece, at most `timeout`; writes it when it was granted.
    Grant write(byte[] piece, Duration timeout) throws InterruptedException {
        Grant grant = demand.take(timeout);
        if (grant == Grant.GRANTED) {
            // Demand comes from a subscriber, so there is one, or will be in a moment.
            subscriber.join().onNext(piece);
        }
        return grant;
    }

    /// The true end of the body.
    void complete() {
        subscriber.thenAccept(Subscriber::onComplete).isDone();
    }

    void close() {
        demand.close();
    }
}
