package dev.troupe.bench.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Requests for the suite `crowd`: half greedy, half drawn with a seed; short and long prompts, since
/// engines that depend on company show it after some hundred positions.
final class CrowdAsks {
    private static final int REPLY_TOKENS = 96;
    private static final int LENGTHS = 4;
    private static final int PARTS = 4;
    private static final long SEED = 1000;

    private CrowdAsks() {}

    static List<Ask> all(int count) {
        return IntStream.range(0, count).mapToObj(CrowdAsks::ask).toList();
    }

    private static Ask ask(int number) {
        String text = Prompts.wordy(number, number % LENGTHS * PARTS);
        Optional<Long> seed = number % 2 == 0 ? Optional.empty() : Optional.of(SEED + number);
        return new Ask(new Ask.Prompt.Chat(text), REPLY_TOKENS, seed);
    }
}
