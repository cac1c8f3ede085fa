package dev.troupe.node.engine;

import java.util.List;

/// A step under way: who takes part, with what.
record Batch(List<Part> parts, StepExecutor.StepRun run) {
    Batch {
        parts = List.copyOf(parts);
    }

    /// @param drafts how many of the slice's last tokens are guesses
    record Part(Sequence sequence, SequenceView.Phase phase, StepInput.Slice slice, int drafts) {}

    /// Whether somebody in it ended meanwhile: then its blocks may be another's, and the step must not
    /// go on.
    boolean isStale() {
        return parts.stream().anyMatch(part -> part.sequence().isEnded());
    }

    /// Rows of the step, drafts included.
    int rows() {
        return parts.stream().mapToInt(part -> part.slice().tokens().length).sum();
    }

    int decodes() {
        return (int) parts.stream()
                .filter(part -> part.phase() == SequenceView.Phase.DECODE)
                .count();
    }

    int drafts() {
        return parts.stream().mapToInt(Part::drafts).sum();
    }
}
