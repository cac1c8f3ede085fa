package dev.troupe.node.draft;

/// How likely one more draft of a sequence is the token, from how its earlier ones did. Later ones
/// count more. Where nothing is drafted for long the belief creeps back to the first one, so a
/// sequence that begins to repeat itself late is found.
///
/// @param right weighted count of drafts that were the token
/// @param tried weighted count of drafts that were decided
public record Acceptance(double right, double tried) {
    private static final double PRIOR_RIGHT = 1.5;
    private static final double PRIOR_TRIED = 2.5;
    private static final double KEPT = 0.85;
    private static final double RECOVERY = 0.02;

    public static Acceptance unknown() {
        return new Acceptance(PRIOR_RIGHT, PRIOR_TRIED);
    }

    /// Between 0 and 1.
    public double chance() {
        return right / tried;
    }

    /// After a step that accepted the first `accepted` of `drafts` drafts: what came behind the first
    /// wrong one was not decided.
    public Acceptance after(int accepted, int drafts) {
        double newRight = right;
        double newTried = tried;
        for (int i = 0; i < Math.min(drafts, accepted + 1); i++) {
            newRight = newRight * KEPT + (i < accepted ? 1 : 0);
            newTried = newTried * KEPT + 1;
        }
        return new Acceptance(newRight, newTried);
    }

    /// After a step in which there was a guess and nothing was drafted.
    public Acceptance afterRest() {
        return new Acceptance(right + RECOVERY * (PRIOR_RIGHT - right), tried + RECOVERY * (PRIOR_TRIED - tried));
    }
}
