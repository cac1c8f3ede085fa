package dev.troupe.bench.duel;

import java.util.Comparator;

/// Which values of a measure are the better ones.
public enum Better {
    /// Speeds.
    MORE,
    /// Times and bytes.
    LESS;

    Comparator<Double> order() {
        return this == MORE ? Comparator.naturalOrder() : Comparator.reverseOrder();
    }

    /// Whether `value` is at least as good as `mark`.
    boolean reaches(double value, double mark) {
        return this == MORE ? value >= mark : value <= mark;
    }
}
