package dev.troupe.bench.duel;

import java.io.IOException;
import java.util.Map;

/// One side's turn: something that runs once and finds values.
///
/// @param label for people, who watch it run
public record Trial(String label, Work work) {
    /// What a turn does.
    @FunctionalInterface
    public interface Work {
        /// The values found, by the name of their measure; the same names in each turn.
        Map<String, Double> run() throws IOException, InterruptedException;
    }
}
