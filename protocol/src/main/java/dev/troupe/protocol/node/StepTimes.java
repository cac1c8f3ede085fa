package dev.troupe.protocol.node;

import java.util.List;

/// Where a node's time went since it started.
///
/// @param phases of the engine's thread, its sleep left out; they do not overlap
/// @param ops of the device, all within the phase `execute`
public record StepTimes(List<Phase> phases, List<Op> ops) {
    /// @param name for example `execute`
    public record Phase(String name, long nanos) {}

    /// @param name for example `attend`
    /// @param nanos from the call to its return, `waitNanos` included
    /// @param waitNanos in which the engine's thread, done with its part, waited for other threads
    public record Op(String name, long calls, long nanos, long waitNanos) {}

    public StepTimes {
        phases = List.copyOf(phases);
        ops = List.copyOf(ops);
    }

    public static StepTimes none() {
        return new StepTimes(List.of(), List.of());
    }
}
