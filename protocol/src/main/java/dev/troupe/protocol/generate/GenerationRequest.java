package dev.troupe.protocol.generate;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What a node needs to generate: token ids only, no text. The reply is a pure function of this
/// value and of nothing else, `id` and `cacheDomain` apart.
///
/// @param id for logs and metrics; it does not influence the reply
/// @param target the exact version that must answer
/// @param cacheDomain where KV of earlier requests may be found and this one's is left for later
///     ones; empty: neither. It does not influence the reply
/// @param promptTokens at least one id, each in `0..vocabularySize-1`
/// @param maxTokens how many tokens to generate at most; 0 scores the prompt only
/// @param stopTokens which tokens end the reply
/// @param sampling how the next token is chosen
/// @param scoring which log-probabilities are wanted
public record GenerationRequest(
        String id,
        ServingTarget target,
        Optional<CacheDomain> cacheDomain,
        List<Integer> promptTokens,
        int maxTokens,
        StopTokens stopTokens,
        SamplingParams sampling,
        Scoring scoring) {
    public GenerationRequest {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(cacheDomain, "cacheDomain");
        Objects.requireNonNull(stopTokens, "stopTokens");
        Objects.requireNonNull(sampling, "sampling");
        Objects.requireNonNull(scoring, "scoring");
        promptTokens = List.copyOf(promptTokens);
        if (promptTokens.isEmpty()) {
            throw new IllegalArgumentException("promptTokens is empty; at least one token is needed");
        }
        if (maxTokens < 0) {
            throw new IllegalArgumentException("maxTokens is " + maxTokens + "; the least is 0");
        }
    }

    /// The most positions this request can occupy.
    public int maxPositions() {
        return Math.addExact(promptTokens.size(), maxTokens);
    }
}
