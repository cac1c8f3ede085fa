package dev.troupe.control.request;

import java.util.List;
import java.util.Optional;

/// How a reply is to be made and sent.
///
/// @param maxTokens absent: a default that depends on the endpoint and the room left
/// @param sampling how tokens are drawn
/// @param stop strings that end the text, which does not contain them
/// @param topLogprobs absent: no log-probabilities are reported; else the alternatives at each
///     position
/// @param delivery one piece or many
public record ReplyOptions(
        Optional<Integer> maxTokens,
        SamplingOptions sampling,
        List<String> stop,
        Optional<Integer> topLogprobs,
        Delivery delivery) {
    public ReplyOptions {
        stop = List.copyOf(stop);
    }

    /// @param seed absent: one is drawn at admission
    public record SamplingOptions(float temperature, float topP, int topK, Optional<Long> seed) {}

    /// How the reply travels.
    public enum Delivery {
        /// One JSON object at the end.
        WHOLE,
        /// Server-sent events.
        STREAM,
        /// Server-sent events, with a last one that holds the usage.
        STREAM_WITH_USAGE
    }

    public boolean streamed() {
        return delivery != Delivery.WHOLE;
    }
}
