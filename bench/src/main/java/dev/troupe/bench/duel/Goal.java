package dev.troupe.bench.duel;

/// What a row has to reach: at least its floor, and better its goal.
///
/// @param better which ratios are the better ones
public record Goal(Better better, double floor, double goal) {
    public static Goal atLeast(double floor, double goal) {
        return new Goal(Better.MORE, floor, goal);
    }

    public static Goal atMost(double floor, double goal) {
        return new Goal(Better.LESS, floor, goal);
    }

    Verdict judge(double ratio) {
        if (!better.reaches(ratio, floor)) {
            return Verdict.UNDER_FLOOR;
        }
        return better.reaches(ratio, goal) ? Verdict.GOAL : Verdict.BETWEEN;
    }

    /// How a row did.
    enum Verdict {
        UNDER_FLOOR("under its floor"),
        BETWEEN("over its floor"),
        GOAL("goal reached");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }
}
