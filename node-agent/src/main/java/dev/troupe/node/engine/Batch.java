package dev.troupe.node.engine;

import java.util.List;

/// A step under way: who takes part, with what.
record Batch(List<Part> parts, StepExecutor.StepRun run) {
    Batch {
        parts = List.copyOf(parts);
    }

    record Part(Sequence sequence, SequenceView.Phase phase, StepInput.Slice slice) {}

    /// Whether somebody in it ended meanwhile: then its blocks may be another's, and the step must not
    /// go on.
    boolean isStale() {
        return parts.stream().anyMatch(part -> part.sequence().isEnded());
    }

    int decodes() {
        return (int) parts.stream()
                .filter(part -> part.phase() == SequenceView.Phase.DECODE)
                .count();
    }

    List<StepInput.Slice> slices() {
        return parts.stream().map(Part::slice).toList();
    }
}
