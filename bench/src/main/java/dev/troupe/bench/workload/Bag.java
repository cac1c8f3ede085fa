package dev.troupe.bench.workload;

import java.util.ArrayList;
import java.util.List;

/// Draws without putting back, so that every item comes up once before any comes up again.
final class Bag<T> {
    private final List<T> items;
    private final Dice dice;
    private final List<T> left = new ArrayList<>();

    Bag(List<T> items, Dice dice) {
        this.items = List.copyOf(items);
        this.dice = dice;
    }

    T draw() {
        if (left.isEmpty()) {
            left.addAll(items);
        }
        return left.remove(dice.between(0, left.size() - 1));
    }
}
