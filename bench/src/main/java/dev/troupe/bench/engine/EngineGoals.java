package dev.troupe.bench.engine;

import static dev.troupe.bench.duel.Goal.atLeast;
import static dev.troupe.bench.duel.Goal.atMost;

import dev.troupe.bench.duel.Goal;
import java.util.List;
import java.util.Optional;

/// What each row has to reach: ratios ours / theirs on two threads. Floors hold on the weaker of the
/// processors they were set on, goals on the stronger.
final class EngineGoals {
    static final String LLAMA = "llama.cpp";
    static final String JLAMA = "Jlama";
    static final String BANDWIDTH = "read bandwidth";
    static final String OURS = "ours otherwise";

    static final String PREFILL = "prefill 512";
    static final String EIGHT = "8 sequences";
    static final String MANY = "32 sequences";
    static final String SINGLE = "single stream";
    static final String SPECULATION = "single stream, speculation";
    static final String SAMPLED = "32 sequences, sampled";
    static final String AVX2 = "prefill 512, avx2";
    static final String PREFIX = "TTFT, 1000 tokens cached";
    static final String PREFIX_APART = "TTFT, cached, less attention";
    static final String TWO_MODELS = "two models in turn";
    static final String IMPORT = "import";
    static final String NEEDED = "what is needed";

    private static final String Q4_0 = "SmolLM2 Q4_0";
    private static final String Q8_0 = "SmolLM2 Q8_0";
    private static final String Q4_1 = "SmolLM2 Q4_1";
    static final String TWINS = "135M Q4_1 twice";
    private static final String LARGE_Q4_0 = "1B Q4_0";
    private static final String LARGE_Q8_0 = "1B Q8_0";
    private static final String LARGE_MIX = "1B Q4_K_M";

    private static final List<Entry> TABLE = List.of(
            new Entry(PREFILL, Q4_0, LLAMA, atLeast(1.8, 2.8)),
            new Entry(PREFILL, Q8_0, LLAMA, atLeast(2.1, 4)),
            new Entry(PREFILL, Q4_1, LLAMA, atLeast(3.8, 6)),
            new Entry(EIGHT, Q4_0, LLAMA, atLeast(1.9, 2.7)),
            new Entry(EIGHT, Q8_0, LLAMA, atLeast(1.9, 3.5)),
            new Entry(EIGHT, Q4_1, LLAMA, atLeast(3.3, 4.5)),
            new Entry(MANY, Q4_0, LLAMA, atLeast(1.9, 3)),
            new Entry(MANY, Q8_0, LLAMA, atLeast(2.5, 4.5)),
            new Entry(MANY, Q4_1, LLAMA, atLeast(4, 6)),
            new Entry(SINGLE, Q4_0, LLAMA, atLeast(0.95, 1.8)),
            new Entry(SINGLE, Q8_0, LLAMA, atLeast(1.25, 2.3)),
            new Entry(SINGLE, Q4_1, LLAMA, atLeast(1.7, 2.5)),
            new Entry(SINGLE, LARGE_Q4_0, LLAMA, atLeast(0.9, 1.3)),
            new Entry(SINGLE, LARGE_Q8_0, LLAMA, atLeast(1.0, 1.8)),
            new Entry(PREFILL, LARGE_MIX, LLAMA, atLeast(1.8, 2.3)),
            new Entry(EIGHT, LARGE_MIX, LLAMA, atLeast(3, 4)),
            new Entry(MANY, LARGE_MIX, LLAMA, atLeast(2.2, 3)),
            new Entry(SINGLE, LARGE_MIX, LLAMA, atLeast(0.9, 1.2)),
            new Entry(SINGLE, LARGE_Q4_0, BANDWIDTH, atLeast(0.55, 0.95)),
            new Entry(SINGLE, LARGE_Q8_0, BANDWIDTH, atLeast(0.55, 0.95)),
            new Entry(SPECULATION, Q4_1, OURS, atLeast(1.5, 2.5)),
            new Entry(SAMPLED, Q4_1, OURS, atLeast(0.90, 0.97)),
            new Entry(AVX2, Q8_0, LLAMA, atLeast(0.9, 1.3)),
            new Entry(PREFILL, Q4_0, JLAMA, atLeast(6, 12)),
            new Entry(SINGLE, Q4_0, JLAMA, atLeast(4, 8)),
            new Entry(PREFIX_APART, Q4_1, OURS, atMost(1.2, 1.2)),
            new Entry(PREFIX_APART, LARGE_Q4_0, OURS, atMost(1.2, 1.2)),
            new Entry(IMPORT, LARGE_MIX, NEEDED, atLeast(1, 2)),
            new Entry(TWO_MODELS, TWINS, OURS, atLeast(0.95, 0.95)));

    private EngineGoals() {}

    private record Entry(String measure, String model, String against, Goal goal) {}

    /// Empty where a row only informs.
    static Optional<Goal> find(String measure, String model, String against) {
        return TABLE.stream()
                .filter(entry -> entry.measure().equals(measure)
                        && entry.model().equals(model)
                        && entry.against().equals(against))
                .map(Entry::goal)
                .findFirst();
    }
}
