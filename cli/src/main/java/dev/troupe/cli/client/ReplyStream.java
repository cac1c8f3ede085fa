package dev.troupe.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/// A streamed chat reply. It ends well only when the server said why it finished and closed with
/// `[DONE]`; every other end is an exception, so a broken reply cannot be taken for a whole one.
/// {@link #close} may be called from another thread to give the reply up.
public final class ReplyStream implements AutoCloseable {
    private static final String DONE = "[DONE]";

    private final SseReader reader;
    private final Queue<ReplyEvent> ready = new ArrayDeque<>();
    private boolean finished;

    ReplyStream(InputStream in) {
        this.reader = new SseReader(in);
    }

    /// The next event; empty after a true end.
    public Optional<ReplyEvent> next() {
        while (ready.isEmpty()) {
            SseEvent event = read().orElseThrow(() -> broken("the connection ended before the reply did"));
            if (DONE.equals(event.data())) {
                if (!finished) {
                    throw broken("the server closed the reply without saying why it ended");
                }
                return Optional.empty();
            }
            absorb(event);
        }
        return Optional.of(ready.remove());
    }

    private Optional<SseEvent> read() {
        try {
            return reader.next();
        } catch (IOException e) {
            throw new CliException(
                    ExitCode.STREAM_BROKEN, "the connection broke before the reply ended: " + e.getMessage(), e);
        }
    }

    private void absorb(SseEvent event) {
        JsonNode chunk = parse(event.data());
        if (chunk.hasNonNull("error")) {
            throw broken(ServerErrors.describe(chunk));
        }
        JsonNode choice = chunk.path("choices").path(0);
        String text = choice.path("delta").path("content").textValue();
        if (text != null) {
            ready.add(new ReplyEvent.Text(text));
        }
        String reason = choice.path("finish_reason").textValue();
        if (reason != null) {
            finished = true;
            ready.add(new ReplyEvent.Finished(reason));
        }
        JsonNode usage = chunk.path("usage");
        if (usage.isObject()) {
            ready.add(new ReplyEvent.Counted(
                    usage.path("prompt_tokens").asInt(),
                    usage.path("completion_tokens").asInt()));
        }
    }

    private static JsonNode parse(String data) {
        try {
            return Json.MAPPER.readTree(data);
        } catch (JsonProcessingException e) {
            throw new CliException(
                    ExitCode.STREAM_BROKEN, "the server sent an event that is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static CliException broken(String message) {
        return new CliException(ExitCode.STREAM_BROKEN, message);
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new CliException(ExitCode.STREAM_BROKEN, "closing the reply failed: " + e.getMessage(), e);
        }
    }
}
