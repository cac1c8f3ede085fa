package dev.troupe.bench.workload;

import java.util.List;

/// What a workload is drawn over.
///
/// @param requests how many, at least 1
/// @param models at least one
/// @param levels fastest first, at least one
/// @param threads numbers of threads, at least one
public record WorkloadPlan(int requests, List<ModelRole> models, List<String> levels, List<Integer> threads) {
    public WorkloadPlan {
        models = List.copyOf(models);
        levels = List.copyOf(levels);
        threads = List.copyOf(threads);
        if (requests < 1) {
            throw new IllegalArgumentException("requests is " + requests + "; the least is 1");
        }
        if (models.isEmpty() || levels.isEmpty() || threads.isEmpty()) {
            throw new IllegalArgumentException("models, levels and threads need one entry each");
        }
    }

    /// Requests of one round.
    int roundRequests() {
        return Math.clamp(requests / 12, 20, 80);
    }
}
