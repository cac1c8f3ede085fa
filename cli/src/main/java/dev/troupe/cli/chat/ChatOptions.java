package dev.troupe.cli.chat;

import dev.troupe.cli.client.ChatRequest;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/// How replies are drawn. What is empty is left to the server, the seed apart: one is drawn for
/// each reply, so that the reply can be had again.
public record ChatOptions(
        OptionalDouble temperature, OptionalDouble topP, OptionalInt topK, OptionalLong seed, OptionalInt maxTokens) {
    /// Seeds stay in the range that every JSON reader keeps exact.
    private static final long SEED_BOUND = 1L << 53;

    ChatRequest.Options draw(RandomGenerator random) {
        return new ChatRequest.Options(
                temperature, topP, topK, seed.orElseGet(() -> random.nextLong(SEED_BOUND)), maxTokens);
    }
}
