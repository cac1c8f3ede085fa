package dev.troupe.bench.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a run must have seen before its silence means anything.
///
/// @param meanBatch sequences that decode in a step
/// @param mixedSteps steps with prefill and decode rows
/// @param cancelsInFlight requests cancelled while they ran
/// @param referenceRuns questions answered by the reference device as well
public record Floors(double meanBatch, double mixedSteps, double cancelsInFlight, double referenceRuns) {
    private static final Floors WHOLE = new Floors(8, 100, 50, 200);
    private static final int WHOLE_REQUESTS = 1000;

    /// From a thousand requests on the whole floors; below, their share.
    ///
    /// @param withReference whether generated models take part, which the reference can run
    public static Floors of(int requests, boolean withReference) {
        double share = Math.min(1.0, (double) requests / WHOLE_REQUESTS);
        return new Floors(
                WHOLE.meanBatch * share,
                Math.floor(WHOLE.mixedSteps * share),
                Math.floor(WHOLE.cancelsInFlight * share),
                withReference ? Math.floor(WHOLE.referenceRuns * share) : 0);
    }

    /// No floors: for the replay of a single round.
    public static Floors none() {
        return new Floors(0, 0, 0, 0);
    }

    /// One line for each floor that was not reached.
    public List<String> shortfalls(Tally tally) {
        List<String> lines = new ArrayList<>();
        check(lines, "mean batch", tally.work().meanBatch(), meanBatch);
        check(lines, "mixed steps", tally.work().mixedSteps(), mixedSteps);
        check(lines, "cancels in flight", tally.requests().cancelledInFlight(), cancelsInFlight);
        check(lines, "reference runs", tally.compared().referenceRuns(), referenceRuns);
        return lines;
    }

    private static void check(List<String> lines, String what, double seen, double floor) {
        if (seen < floor) {
            lines.add(String.format(Locale.ROOT, "%s: %.2f seen, at least %.2f needed", what, seen, floor));
        }
    }
}
