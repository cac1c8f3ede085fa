package dev.troupe.node.engine;

import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.generate.TokenScore;
import dev.troupe.protocol.generate.TokenSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Keeps what a stream said and checks its order: nothing after a terminal, indices without gaps.
public final class RecordingSink implements TokenSink {
    private static final long PATIENCE_SECONDS = 120;

    private final List<TokenEvent> events = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public synchronized void accept(TokenEvent event) {
        if (ended.getCount() == 0) {
            faults.add(event + " after the terminal");
        }
        if (event instanceof TokenEvent.Token(int index, TokenScore _) && index != tokens().size()) {
            faults.add("index " + index + " after " + tokens().size() + " tokens");
        }
        if (event instanceof TokenEvent.PromptScored(int first, List<TokenScore> _)
                && first != promptScores().size() + 1) {
            faults.add("scores from " + first + " after " + promptScores().size());
        }
        events.add(event);
        if (event instanceof TokenEvent.Terminal) {
            ended.countDown();
        }
    }

    /// Waits for the end and gives it.
    public TokenEvent.Terminal terminal() {
        try {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("no terminal event; so far " + events());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        synchronized (this) {
            if (!faults.isEmpty()) {
                throw new AssertionError("the stream broke its order: " + faults);
            }
            return (TokenEvent.Terminal) events.getLast();
        }
    }

    public boolean isEnded() {
        return ended.getCount() == 0;
    }

    public synchronized List<TokenEvent> events() {
        return List.copyOf(events);
    }

    public synchronized List<TokenScore> tokens() {
        return events.stream()
                .filter(TokenEvent.Token.class::isInstance)
                .map(event -> ((TokenEvent.Token) event).score())
                .toList();
    }

    public List<Integer> ids() {
        return tokens().stream().map(TokenScore::id).toList();
    }

    public synchronized List<TokenScore> promptScores() {
        return events.stream()
                .filter(TokenEvent.PromptScored.class::isInstance)
                .flatMap(event -> ((TokenEvent.PromptScored) event).scores().stream())
                .toList();
    }
}
