package dev.troupe.bench.workload;

import java.util.List;

/// Asks that share one engine.
public record Round(int number, String model, Setup setup, List<Ask> asks) {
    public Round {
        asks = List.copyOf(asks);
    }
}
