package dev.troupe.bench.speed;

import java.util.OptionalDouble;

/// The most that the machine allows for one measure.
///
/// @param kind `memory` or `compute`: what sets the limit
/// @param perSecond in the measure's unit
record Limit(String kind, double perSecond) {
    /// The tighter of two limits; where compute has none, memory's.
    static Limit tighter(double memory, OptionalDouble compute) {
        return compute.isPresent() && compute.getAsDouble() < memory
                ? new Limit("compute", compute.getAsDouble())
                : new Limit("memory", memory);
    }
}
