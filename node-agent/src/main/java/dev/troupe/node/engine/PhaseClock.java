package dev.troupe.node.engine;

import dev.troupe.protocol.node.StepTimes;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/// Books the time of the engine's thread under what it does. Owned by that thread.
final class PhaseClock {
    enum Phase {
        /// Between steps: messages, cancelled sequences, the published view.
        TURN,
        /// What the next step is, and blocks for it.
        PLAN,
        /// The step's numbers on their way to the device.
        PREPARE,
        /// The model's ops, and its answers.
        EXECUTE,
        /// Answers to sequences, and tokens to their readers.
        ABSORB,
        /// Nothing to do; not reported.
        SLEEP
    }

    private final LongSupplier nanoClock;
    private final long[] nanos = new long[Phase.values().length];
    private Phase current = Phase.SLEEP;
    private long since;

    PhaseClock(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.since = nanoClock.getAsLong();
    }

    /// What passed since the last call belongs to the phase it began; from here on it is `phase`.
    void enter(Phase phase) {
        long now = nanoClock.getAsLong();
        nanos[current.ordinal()] += now - since;
        since = now;
        current = phase;
    }

    /// Up to the last {@link #enter}.
    List<StepTimes.Phase> phases() {
        return Arrays.stream(Phase.values())
                .filter(phase -> phase != Phase.SLEEP)
                .map(phase -> new StepTimes.Phase(phase.name().toLowerCase(Locale.ROOT), nanos[phase.ordinal()]))
                .toList();
    }
}
