package dev.troupe.node.agent;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.CacheDomain;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.Penalties;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/// Requests drawn from a seed.
record TestRequests(Digest model, int vocabularySize) {
    GenerationRequest draw(long seed, int maxPromptTokens, int maxTokens) {
        Random random = new Random(seed);
        int length = 1 + random.nextInt(maxPromptTokens);
        Scoring scoring = new Scoring(random.nextInt(4) == 0 ? 3 : 0, random.nextInt(5) == 0);
        List<Integer> stops = random.nextInt(3) == 0 ? prompt(random, 20) : List.of();
        return new GenerationRequest(
                "test",
                new ServingTarget(model, "portable-1"),
                Optional.empty(),
                prompt(random, length),
                1 + random.nextInt(maxTokens),
                new StopTokens(stops, random.nextInt(8)),
                sampling(random),
                scoring);
    }

    private SamplingParams sampling(Random random) {
        Penalties penalties = random.nextInt(3) == 0
                ? new Penalties(random.nextFloat(), random.nextFloat() - 0.3f, 1f + random.nextFloat() / 2)
                : Penalties.none();
        Map<Integer, Float> biases = random.nextInt(4) == 0
                ? Map.of(random.nextInt(vocabularySize), 5f, vocabularySize - 1, -100f)
                : Map.of();
        if (random.nextBoolean()) {
            return new SamplingParams(0f, 0, 1f, 0f, 0L, penalties, biases);
        }
        return new SamplingParams(
                0.5f + random.nextFloat(),
                random.nextBoolean() ? 0 : 1 + random.nextInt(50),
                random.nextBoolean() ? 1f : 0.5f + random.nextFloat() / 2,
                random.nextInt(3) == 0 ? random.nextFloat() / 4 : 0f,
                random.nextLong(),
                penalties,
                biases);
    }

    /// In the one cache domain of the tests, greedy or drawn by its number, scored now and then.
    GenerationRequest sharing(List<Integer> prompt, int maxTokens, int number) {
        Penalties penalties = number % 2 == 0 ? Penalties.none() : new Penalties(0.5f, 0.3f, 1.2f);
        SamplingParams sampling =
                new SamplingParams(number % 4 == 0 ? 0f : 0.9f, 0, 0.95f, 0f, number, penalties, Map.of());
        GenerationRequest plain =
                request(prompt, maxTokens, sampling, new Scoring(number % 5 == 0 ? 3 : 0, number % 7 == 0));
        return new GenerationRequest(
                plain.id(),
                plain.target(),
                Optional.of(new CacheDomain("0".repeat(64))),
                prompt,
                maxTokens,
                plain.stopTokens(),
                sampling,
                plain.scoring());
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
