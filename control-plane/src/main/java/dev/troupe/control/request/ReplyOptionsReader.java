package dev.troupe.control.request;

import dev.troupe.control.json.RequestReader;
import dev.troupe.control.request.ReplyOptions.Delivery;
import dev.troupe.control.request.ReplyOptions.LogprobOptions;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.Scoring;
import java.util.Optional;

/// Reads the parameters that both generating endpoints share.
final class ReplyOptionsReader {
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
        boolean tokensAsIds = reader.flag("return_tokens_as_token_ids").orElse(false);
        return new ReplyOptions(
                maxTokens,
                n(reader),
                SamplingReader.read(reader),
                StopReader.read(reader),
                topLogprobs.map(top -> new LogprobOptions(top, tokensAsIds)),
                delivery(reader));
    }

    private static int n(RequestReader reader) {
        int n = reader.integer("n", 1, ReplyOptions.MAX_N).orElse(1);
        int bestOf = reader.integer("best_of", 1, ReplyOptions.MAX_N).orElse(n);
        if (bestOf < n) {
            throw reader.wrong("best_of", "is " + bestOf + "; the least is n, which is " + n);
        }
        if (bestOf > n) {
            throw ServingException.of(
                    ErrorCode.UNSUPPORTED_PARAMETER,
                    "best_of",
                    "best_of is " + bestOf + " and n is " + n + "; choosing among more than n is not built yet");
        }
        return n;
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
