package dev.troupe.bench.http;

import java.util.List;
import java.util.stream.IntStream;

/// Texts to ask. No two of one run begin alike, so that no cache helps anybody.
final class Prompts {
    private static final List<String> TOPICS = List.of(
            "a lighthouse keeper who counts the ships of one winter",
            "how bread is made from flour, water, salt and time",
            "the three largest planets and what is known of their moons",
            "a teacher who explains fractions with an orange",
            "why leaves change their colour in autumn",
            "a small town that builds a library from old doors",
            "how a bicycle stays upright while it moves",
            "the life of a river from its spring to the sea");
    private static final String LONG_PART =
            " Keep in mind that the reader is in a hurry, knows little about it, and wants"
                    + " every claim to follow from the one before.";

    private Prompts() {}

    /// About 40 tokens.
    ///
    /// @param number different for each prompt of a run
    static String brief(int number) {
        return "Request " + number + ": write a long and detailed text about " + TOPICS.get(number % TOPICS.size())
                + ". Begin at once, without a greeting.";
    }

    /// About 40 tokens and `repeats` times 25 more.
    static String wordy(int number, int repeats) {
        return brief(number)
                + String.join(
                        "", IntStream.range(0, repeats).mapToObj(_ -> LONG_PART).toList());
    }
}
