package dev.troupe.node.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Which model steps next: each in turn that has something to do. (Turns by deficit in seconds will
/// replace this; nothing else knows the order.)
final class ModelRotation {
    private final List<Lane> lanes = new ArrayList<>();

    void add(Lane lane) {
        lanes.add(lane);
    }

    void remove(Lane lane) {
        lanes.remove(lane);
    }

    /// Offers a turn to each lane until one takes it; that one is the last next time.
    boolean giveTurn(Predicate<Lane> step) {
        for (int i = 0; i < lanes.size(); i++) {
            Lane lane = lanes.get(i);
            if (step.test(lane)) {
                lanes.add(lanes.remove(i));
                return true;
            }
        }
        return false;
    }
}
