package dev.troupe.bench.workload;

import dev.troupe.protocol.generate.CacheDomain;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import java.util.List;
import java.util.Optional;

/// Everything that decides a reply: two asks with equal questions must be answered alike.
///
/// @param model name of a {@link ModelRole}
public record Question(
        String model,
        List<Integer> prompt,
        int maxTokens,
        StopTokens stopTokens,
        SamplingParams sampling,
        Scoring scoring) {
    public Question {
        prompt = List.copyOf(prompt);
    }

    /// @param domain whose cache is shared, if any
    public GenerationRequest toRequest(String id, ServingTarget target, Optional<CacheDomain> domain) {
        return new GenerationRequest(id, target, domain, prompt, maxTokens, stopTokens, sampling, scoring);
    }

    /// The most positions that this question can occupy.
    public int maxPositions() {
        return prompt.size() + maxTokens;
    }

    /// One line for people.
    public String describe() {
        return "%s, %d prompt tokens, max %d, %s, %s, %s"
                .formatted(model, prompt.size(), maxTokens, stopTokens, sampling, scoring);
    }
}
