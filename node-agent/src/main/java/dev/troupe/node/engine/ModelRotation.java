package dev.troupe.node.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Gives the models their turns as {@link TurnDecider} says, and keeps their accounts.
final class ModelRotation {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double turnSeconds;
    private final LongSupplier nanoClock;
    private final List<Lane> lanes = new ArrayList<>();
    private List<Double> accounts = new ArrayList<>();
    private int current;

    ModelRotation(double turnSeconds, LongSupplier nanoClock) {
        this.turnSeconds = turnSeconds;
        this.nanoClock = nanoClock;
    }

    void add(Lane lane) {
        lanes.add(lane);
        accounts.add(turnSeconds);
    }

    void remove(Lane lane) {
        int index = lanes.indexOf(lane);
        if (index >= 0) {
            lanes.remove(index);
            accounts.remove(index);
            current = 0;
        }
    }

    /// Offers a step to each lane until one takes it.
    boolean giveTurn(Predicate<Lane> step) {
        for (int index : lanes.isEmpty() ? List.<Integer>of() : TurnDecider.order(accounts, current)) {
            long start = nanoClock.getAsLong();
            if (step.test(lanes.get(index))) {
                double seconds = (nanoClock.getAsLong() - start) / NANOS_PER_SECOND;
                accounts = new ArrayList<>(TurnDecider.before(accounts, index, turnSeconds));
                accounts.set(index, accounts.get(index) - seconds);
                current = index;
                return true;
            }
        }
        return false;
    }
}
