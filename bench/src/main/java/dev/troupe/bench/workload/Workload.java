package dev.troupe.bench.workload;

import java.util.List;
import java.util.stream.Stream;

/// A whole run, a pure function of its seed and its plan.
public record Workload(long seed, List<Round> rounds) {
    public Workload {
        rounds = List.copyOf(rounds);
    }

    /// Draws a run: a pure function of plan and seed.
    public static Workload draw(WorkloadPlan plan, long seed) {
        return WorkloadPlanner.plan(plan, seed);
    }

    public Stream<Ask> asks() {
        return rounds.stream().flatMap(round -> round.asks().stream());
    }
}
