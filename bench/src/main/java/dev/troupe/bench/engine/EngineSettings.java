package dev.troupe.bench.engine;

import java.util.Optional;

/// How a run measures.
///
/// @param threads of both sides
/// @param level of our kernels
/// @param rounds of each alternation, at least 1
/// @param only part of what a measurement is called, its model included: the others are left out
record EngineSettings(int threads, String level, int rounds, Optional<String> only) {
    boolean wants(String name) {
        return only.isEmpty() || name.contains(only.get());
    }
}
