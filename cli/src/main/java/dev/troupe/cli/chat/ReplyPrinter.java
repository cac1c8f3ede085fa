package dev.troupe.cli.chat;

import dev.troupe.cli.client.ChatRequest;
import dev.troupe.cli.client.ReplyEvent;
import dev.troupe.cli.client.ReplyStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Follows one reply to its end: hands its text on as it comes, and keeps count.
final class ReplyPrinter {
    private final Consumer<String> output;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final StringBuilder text = new StringBuilder();
    private Optional<Long> firstTextNanos = Optional.empty();
    private ReplyEvent.Counted counted = new ReplyEvent.Counted(0, 0);
    private String finishReason = "";

    /// @param nanoClock read now for the first time: make this just before the request is sent
    ReplyPrinter(Consumer<String> output, LongSupplier nanoClock) {
        this.output = output;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
    }

    /// Returns after a true end; every other end is thrown.
    ReplyStats follow(ReplyStream reply, ChatRequest request) {
        for (Optional<ReplyEvent> event = reply.next(); event.isPresent(); event = reply.next()) {
            switch (event.get()) {
                case ReplyEvent.Text(String more) -> print(more);
                case ReplyEvent.Finished(String reason) -> finishReason = reason;
                case ReplyEvent.Counted count -> counted = count;
            }
        }
        long total = nanoClock.getAsLong() - startNanos;
        return new ReplyStats(
                firstTextNanos.orElse(total),
                total,
                counted.promptTokens(),
                counted.completionTokens(),
                request.options().seed(),
                finishReason);
    }

    private void print(String more) {
        if (more.isEmpty()) {
            return;
        }
        if (firstTextNanos.isEmpty()) {
            firstTextNanos = Optional.of(nanoClock.getAsLong() - startNanos);
        }
        text.append(more);
        output.accept(more);
    }

    /// What came so far, also of a reply that was given up.
    String text() {
        return text.toString();
    }
}
