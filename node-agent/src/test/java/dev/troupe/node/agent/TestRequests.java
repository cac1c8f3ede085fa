package dev.troupe.node.agent;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/// Requests drawn from a seed.
record TestRequests(Digest model, int vocabularySize) {
    GenerationRequest draw(long seed, int maxPromptTokens, int maxTokens) {
        Random random = new Random(seed);
        int length = 1 + random.nextInt(maxPromptTokens);
        SamplingParams sampling = random.nextBoolean()
                ? SamplingParams.greedy()
                : SamplingParams.drawn(
                        0.5f + random.nextFloat(),
                        random.nextBoolean() ? 0 : 1 + random.nextInt(50),
                        random.nextBoolean() ? 1f : 0.5f + random.nextFloat() / 2,
                        random.nextLong());
        Scoring scoring = new Scoring(random.nextInt(4) == 0 ? 3 : 0, random.nextInt(5) == 0);
        return request(prompt(random, length), 1 + random.nextInt(maxTokens), sampling, scoring);
    }

    GenerationRequest greedy(List<Integer> prompt, int maxTokens) {
        return request(prompt, maxTokens, SamplingParams.greedy(), Scoring.none());
    }

    GenerationRequest request(List<Integer> prompt, int maxTokens, SamplingParams sampling, Scoring scoring) {
        return new GenerationRequest(
                "test",
                new ServingTarget(model, "portable-1"),
                Optional.empty(),
                prompt,
                maxTokens,
                StopTokens.of(List.of()),
                sampling,
                scoring);
    }

    List<Integer> prompt(Random random, int length) {
        return IntStream.generate(() -> random.nextInt(vocabularySize))
                .limit(length)
                .boxed()
                .toList();
    }
}
