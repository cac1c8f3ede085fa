package dev.troupe.cli.command;

import dev.troupe.cli.chat.ChatOptions;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/// The options of `run` that say how tokens are drawn. The defaults are calmer than a server's own:
/// small models ramble at temperature 1. The server checks the values.
final class DrawOptions {
    @Option(
            names = "--temperature",
            paramLabel = "T",
            defaultValue = "0.2",
            description = "0 takes the most probable token always (default: ${DEFAULT-VALUE})")
    private double temperature;

    @Option(
            names = "--top-p",
            paramLabel = "P",
            defaultValue = "0.9",
            description = "keep the best tokens that sum up to this probability (default: ${DEFAULT-VALUE})")
    private double topP;

    @Option(names = "--top-k", paramLabel = "K", description = "keep this many of the best tokens")
    private Optional<Integer> topK = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", description = "the same seed gives the same reply")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--max-tokens", paramLabel = "N", description = "end the reply after this many tokens")
    private Optional<Integer> maxTokens = Optional.empty();

    ChatOptions toChatOptions() {
        return new ChatOptions(
                OptionalDouble.of(temperature),
                OptionalDouble.of(topP),
                topK.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                seed.map(OptionalLong::of).orElseGet(OptionalLong::empty),
                maxTokens.map(OptionalInt::of).orElseGet(OptionalInt::empty));
    }
}
