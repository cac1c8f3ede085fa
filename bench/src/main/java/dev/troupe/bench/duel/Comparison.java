package dev.troupe.bench.duel;

import java.util.Optional;
import java.util.OptionalDouble;

/// One row: a measure, both sides' best samples, and what their ratio has to reach.
///
/// @param measure for example `prefill 512`
/// @param model for example `SmolLM2 Q4_0`
/// @param against who the other side is, for example `llama.cpp`
/// @param unit of both values
/// @param goal empty where the row only informs
/// @param limitShare of what the machine allows at most that ours reached; empty where no limit is
///     known
public record Comparison(
        String measure,
        String model,
        String against,
        String unit,
        Sample ours,
        Sample peer,
        Optional<Goal> goal,
        OptionalDouble limitShare) {

    double ratio() {
        return ours.value() / peer.value();
    }

    boolean disturbed() {
        return ours.disturbed() || peer.disturbed();
    }

    Optional<Goal.Verdict> verdict() {
        return goal.map(mark -> mark.judge(ratio()));
    }

    public boolean isUnderFloor() {
        return verdict().filter(verdict -> verdict == Goal.Verdict.UNDER_FLOOR).isPresent();
    }
}
