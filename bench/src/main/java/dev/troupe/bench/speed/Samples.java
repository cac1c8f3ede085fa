package dev.troupe.bench.speed;

import java.util.List;

/// Repeated measurements of one thing; more is better.
public record Samples(List<Double> values) {
    public Samples {
        values = values.stream().sorted().toList();
        if (values.isEmpty()) {
            throw new IllegalArgumentException("values is empty; one measurement is needed");
        }
    }

    public double best() {
        return values.getLast();
    }

    public double median() {
        int middle = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
    }
}
