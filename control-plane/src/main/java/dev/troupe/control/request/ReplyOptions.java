package dev.troupe.control.request;

import dev.troupe.protocol.generate.Penalties;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a reply is to be made and sent.
///
/// @param maxTokens absent: a default that depends on the endpoint and the room left
/// @param n choices for each prompt, `1..MAX_N`
/// @param sampling how tokens are drawn
/// @param stop what ends the text
/// @param logprobs absent: no log-probabilities are reported
/// @param delivery one piece or many
public record ReplyOptions(
        Optional<Integer> maxTokens,
        int n,
        SamplingOptions sampling,
        StopOptions stop,
        Optional<LogprobOptions> logprobs,
        Delivery delivery) {
    public static final int MAX_N = 128;

    /// @param logitBias what is added to the logits of ids, which may lie outside the vocabulary
    /// @param seed absent: one is drawn at admission
    public record SamplingOptions(
            float temperature,
            float topP,
            int topK,
            float minP,
            Penalties penalties,
            Map<Integer, Float> logitBias,
            Optional<Long> seed) {
        public SamplingOptions {
            logitBias = Map.copyOf(logitBias);
        }
    }

    /// @param strings end the text, which does not contain them
    /// @param ids end the reply and give no text; they may lie outside the vocabulary
    /// @param minTokens before so many tokens nothing ends the reply
    /// @param ignoreEos whether the model's own end tokens end nothing
    public record StopOptions(List<String> strings, List<Integer> ids, int minTokens, boolean ignoreEos) {
        public StopOptions {
            strings = List.copyOf(strings);
            ids = List.copyOf(ids);
        }

        /// Only the model's own end tokens.
        public static StopOptions none() {
            return new StopOptions(List.of(), List.of(), 0, false);
        }
    }

    /// @param topCount alternatives at each position
    /// @param tokensAsIds whether a token is written `token_id:5` instead of its text
    public record LogprobOptions(int topCount, boolean tokensAsIds) {}

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
