package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.NumberRange;
import dev.troupe.control.json.RequestReader;
import dev.troupe.control.request.ReplyOptions.Delivery;
import dev.troupe.control.request.ReplyOptions.SamplingOptions;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the parameters that both generating endpoints share.
final class ReplyOptionsReader {
    static final int MAX_STOP_STRINGS = 4;
    static final int MAX_STOP_CHARACTERS = 256;
    static final int MAX_COMPLETION_LOGPROBS = 5;

    private ReplyOptionsReader() {}

    static ReplyOptions forChat(RequestReader reader) {
        return read(reader, chatMaxTokens(reader), chatLogprobs(reader));
    }

    static ReplyOptions forCompletion(RequestReader reader) {
        return read(
                reader,
                reader.integer("max_tokens", 0, Integer.MAX_VALUE),
                reader.integer("logprobs", 0, MAX_COMPLETION_LOGPROBS));
    }

    private static ReplyOptions read(RequestReader reader, Optional<Integer> maxTokens, Optional<Integer> topLogprobs) {
        reader.text("user");
        return new ReplyOptions(maxTokens, sampling(reader), stop(reader), topLogprobs, delivery(reader));
    }

    private static Optional<Integer> chatMaxTokens(RequestReader reader) {
        Optional<Integer> older = reader.integer("max_tokens", 1, Integer.MAX_VALUE);
        Optional<Integer> newer = reader.integer("max_completion_tokens", 1, Integer.MAX_VALUE);
        if (older.isPresent() && newer.isPresent() && !older.equals(newer)) {
            throw reader.wrong(
                    "max_completion_tokens",
                    "is " + newer.get() + " and max_tokens is " + older.get() + "; give one of them");
        }
        return newer.or(() -> older);
    }

    private static Optional<Integer> chatLogprobs(RequestReader reader) {
        boolean wanted = reader.flag("logprobs").orElse(false);
        Optional<Integer> top = reader.integer("top_logprobs", 0, Scoring.MAX_TOP_COUNT);
        if (!wanted && top.filter(count -> count > 0).isPresent()) {
            throw reader.wrong("top_logprobs", "is " + top.get() + "; it needs logprobs to be true");
        }
        return wanted ? Optional.of(top.orElse(0)) : Optional.empty();
    }

    private static SamplingOptions sampling(RequestReader reader) {
        double temperature = reader.number("temperature", NumberRange.closed(0, SamplingParams.MAX_TEMPERATURE))
                .orElse(1.0);
        double topP = reader.number("top_p", NumberRange.above(0, 1)).orElse(1.0);
        // -1 is how other servers' clients switch it off.
        int topK = Math.max(0, reader.integer("top_k", -1, Integer.MAX_VALUE).orElse(0));
        // The smallest doubles round to 0 as floats, which is not above 0.
        float topPFloat = Math.max(Float.MIN_VALUE, (float) topP);
        return new SamplingOptions((float) temperature, topPFloat, topK, reader.longInteger("seed"));
    }

    private static List<String> stop(RequestReader reader) {
        Optional<JsonNode> value = reader.value("stop");
        if (value.isEmpty()) {
            return List.of();
        }
        if (!value.get().isArray()) {
            return List.of(stopString(value.get(), "stop"));
        }
        if (value.get().size() > MAX_STOP_STRINGS) {
            throw reader.wrong("stop", "has " + value.get().size() + " strings; at most " + MAX_STOP_STRINGS);
        }
        List<String> strings = new ArrayList<>();
        for (int i = 0; i < value.get().size(); i++) {
            strings.add(stopString(value.get().get(i), "stop[" + i + "]"));
        }
        return strings;
    }

    private static String stopString(JsonNode value, String path) {
        String text = RequestReader.asText(value, path);
        if (text.isEmpty() || text.length() > MAX_STOP_CHARACTERS) {
            throw RequestReader.wrongAt(
                    path, "has " + text.length() + " characters; allowed is 1 to " + MAX_STOP_CHARACTERS);
        }
        return text;
    }

    private static Delivery delivery(RequestReader reader) {
        boolean stream = reader.flag("stream").orElse(false);
        Optional<RequestReader> options = reader.child("stream_options");
        if (!stream && options.isPresent()) {
            throw reader.wrong("stream_options", "is given; it needs stream to be true");
        }
        boolean usage = options.flatMap(inner -> inner.flag("include_usage")).orElse(false);
        if (usage) {
            return Delivery.STREAM_WITH_USAGE;
        }
        return stream ? Delivery.STREAM : Delivery.WHOLE;
    }
}
