package dev.troupe.bench.workload;

import java.util.List;

/// Asks that share one engine.
///
/// @param models on its device, at least one
public record Round(int number, List<String> models, Setup setup, List<Ask> asks) {
    public Round {
        models = List.copyOf(models);
        asks = List.copyOf(asks);
    }
}
