package dev.troupe.bench.drive;

import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenSink;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Where a node puts its events. Bounded by what one request may send; more than that breaks the
/// stream, which its reader then hears.
final class EventQueue implements TokenSink {
    private final LinkedBlockingQueue<TokenEvent> events;
    private volatile boolean overrun;

    EventQueue(int mostEvents) {
        events = new LinkedBlockingQueue<>(mostEvents);
    }

    @Override
    public void accept(TokenEvent event) {
        if (!events.offer(event)) {
            overrun = true;
        }
    }

    boolean overrun() {
        return overrun;
    }

    Optional<TokenEvent> take(Duration patience) throws InterruptedException {
        return Optional.ofNullable(events.poll(patience.toNanos(), TimeUnit.NANOSECONDS));
    }
}
