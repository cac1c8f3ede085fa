package dev.troupe.bench.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// How a server answered.
sealed interface Answer {
    String EVENT = "data: ";
    String END = "data: [DONE]";

    /// A whole reply.
    ///
    /// @param first when its first piece of text arrived, `System.nanoTime`
    /// @param events with text
    record Served(String text, int tokens, int events, long start, long first, long end) implements Answer {
        Duration timeToFirst() {
            return Duration.ofNanos(first - start);
        }
    }

    /// Not taken on.
    ///
    /// @param retryAfterSeconds empty where the server does not say when to come again
    record Refused(int status, OptionalInt retryAfterSeconds, String body) implements Answer {}

    /// Taken on and not brought to an end, or not understood.
    record Broken(String problem) implements Answer {}

    /// The served reply; anything else is an error here.
    default Served served() throws IOException {
        if (this instanceof Served served) {
            return served;
        }
        throw new IOException("a measured request was not served: " + this);
    }

    /// A line of a stream with the time it arrived.
    record Line(String text, long nanos) {}

    /// Reads a stream. Only an end that the server itself marked makes a whole reply.
    static Answer of(List<Line> lines, long start) {
        if (lines.stream().noneMatch(line -> line.text().equals(END))) {
            return new Broken("the stream ended without [DONE] after " + lines.size() + " lines");
        }
        StringBuilder text = new StringBuilder();
        Optional<Long> first = Optional.empty();
        int events = 0;
        int tokens = 0;
        for (Line line : lines) {
            if (!line.text().startsWith(EVENT) || line.text().equals(END)) {
                continue;
            }
            JsonNode event;
            try {
                event = new ObjectMapper().readTree(line.text().substring(EVENT.length()));
            } catch (IOException e) {
                return new Broken("not JSON: " + line.text());
            }
            if (event.has("error")) {
                return new Broken(event.path("error").toString());
            }
            tokens = event.path("usage").path("completion_tokens").asInt(tokens);
            String piece = piece(event);
            if (!piece.isEmpty()) {
                text.append(piece);
                first = first.or(() -> Optional.of(line.nanos()));
                events++;
            }
        }
        if (first.isEmpty() || tokens == 0) {
            return new Broken("no text or no usage: " + tokens + " tokens, " + events + " events");
        }
        return new Served(
                text.toString(),
                tokens,
                events,
                start,
                first.get(),
                lines.getLast().nanos());
    }

    private static String piece(JsonNode event) {
        JsonNode choice = event.path("choices").path(0);
        return choice.path("delta").path("content").asText("")
                + choice.path("text").asText("");
    }
}
