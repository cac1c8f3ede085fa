package dev.troupe.bench.speed;

import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Takes the time of every token of one stream.
final class TimedSink implements TokenSink {
    /// When the tokens of a finished stream arrived.
    record Times(List<Long> nanos) {
        Times {
            nanos = List.copyOf(nanos);
        }

        long first() {
            return nanos.getFirst();
        }

        long last() {
            return nanos.getLast();
        }

        /// Tokens after `from` up to and with `to`.
        long within(long from, long to) {
            return nanos.stream().filter(nano -> nano > from && nano <= to).count();
        }
    }

    private final CompletableFuture<Times> times = new CompletableFuture<>();
    private final List<Long> nanos = new ArrayList<>();

    @Override
    public void accept(TokenEvent event) {
        switch (event) {
            case TokenEvent.Token _ -> nanos.add(System.nanoTime());
            case TokenEvent.PromptScored _ -> {}
            case TokenEvent.Finished _ -> times.complete(new Times(nanos));
            case TokenEvent.Cancelled _, TokenEvent.Failed _ ->
                times.completeExceptionally(new IllegalStateException("a measured stream ended with " + event));
        }
    }

    Times await(Duration patience) throws InterruptedException {
        try {
            return times.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("a measured stream did not end within " + patience, e);
        }
    }
}
