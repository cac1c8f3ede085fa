package dev.troupe.node.engine;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Decides which model steps next when several want to: deficit round robin in seconds. Each has an
/// account; a step costs what it took. Who has seconds left goes on, so that what arrives for the
/// others meanwhile is batched. Pure.
final class TurnDecider {
    private TurnDecider() {}

    /// The order in which to offer the next step.
    ///
    /// @param accounts seconds left of each, negative in debt
    /// @param current who stepped last
    static List<Integer> order(List<Double> accounts, int current) {
        int count = accounts.size();
        Comparator<Integer> solventFirst = Comparator.comparing(i -> accounts.get(i) <= 0);
        Comparator<Integer> leastDebt = Comparator.comparing(i -> Math.max(0, -accounts.get(i)));
        return IntStream.range(0, count)
                .mapToObj(i -> (current + i) % count)
                .sorted(solventFirst.thenComparing(leastDebt))
                .toList();
    }

    /// The accounts at the start of `chosen`'s step. When it has nothing left, nobody who wanted to step
    /// had: a new round begins, in which it has a whole turn. Nobody saves more than a turn.
    static List<Double> before(List<Double> accounts, int chosen, double turnSeconds) {
        double raise = accounts.get(chosen) > 0 ? 0 : turnSeconds - accounts.get(chosen);
        return accounts.stream()
                .map(seconds -> Math.min(turnSeconds, seconds + raise))
                .toList();
    }
}
