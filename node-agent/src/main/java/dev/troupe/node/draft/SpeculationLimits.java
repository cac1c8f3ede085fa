package dev.troupe.node.draft;

/// Bounds of speculation. It never changes a reply.
///
/// @param maxDrafts most drafts of one sequence in one step, 0 or more; 0 switches it off
/// @param maxRows most rows of a step in which anybody drafts, drafts included; a batch of so many
///     decodes is full and gets none
public record SpeculationLimits(int maxDrafts, int maxRows) {
    public SpeculationLimits {
        if (maxDrafts < 0 || maxRows < 0) {
            throw new IllegalArgumentException(
                    "maxDrafts " + maxDrafts + ", maxRows " + maxRows + ": neither may be negative");
        }
    }

    public static SpeculationLimits defaults() {
        return new SpeculationLimits(8, 16);
    }

    public static SpeculationLimits off() {
        return new SpeculationLimits(0, 0);
    }
}
