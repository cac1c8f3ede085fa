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
/// @param prefixHits admissions that found cached blocks
/// @param preemptions sequences that lost their blocks while they ran
/// @param acceptedDrafts drafts that were the token
public record Floors(
        double meanBatch,
        double mixedSteps,
        double cancelsInFlight,
        double referenceRuns,
        double prefixHits,
        double preemptions,
        double acceptedDrafts) {
    private static final int WHOLE_REQUESTS = 1000;
    /// Of a large model alone: its rounds are wide from here on.
    private static final int WHOLE_REQUESTS_HEAVY = 300;
    private static final Floors WHOLE = new Floors(8, 100, 50, 200, 250, 100, 100);
    private static final Floors WHOLE_HEAVY = new Floors(8, 100, 50, 0, 75, 30, 100);
    /// In a short run few are there to share with, or to be in each other's way.
    private static final double SHORT_RUN = 0.6;

    /// Counts grow with the requests; the mean batch is whole from a thousand requests on, for a
    /// large model alone from {@link #WHOLE_REQUESTS_HEAVY}.
    ///
    /// @param withReference whether generated models take part, which the reference can run
    public static Floors of(int requests, boolean withReference) {
        return withReference
                ? WHOLE.scaled(requests, WHOLE_REQUESTS, SHORT_RUN)
                : WHOLE_HEAVY.scaled(requests, WHOLE_REQUESTS_HEAVY, 1);
    }

    /// @param shortRun what fewer than `whole` requests leave of the company that they are to each
    ///     other
    private Floors scaled(int requests, int whole, double shortRun) {
        double share = (double) requests / whole;
        double company = requests < whole ? share * shortRun : share;
        return new Floors(
                meanBatch * Math.min(1.0, share),
                Math.floor(mixedSteps * share),
                Math.floor(cancelsInFlight * share),
                Math.floor(referenceRuns * share),
                Math.floor(prefixHits * company),
                Math.floor(preemptions * company),
                Math.floor(acceptedDrafts * share));
    }

    /// No floors: for the replay of a single round.
    public static Floors none() {
        return new Floors(0, 0, 0, 0, 0, 0, 0);
    }

    /// One line for each floor that was not reached.
    public List<String> shortfalls(Tally tally) {
        List<String> lines = new ArrayList<>();
        Tally.Steps steps = tally.work().steps();
        Tally.Savings savings = tally.work().savings();
        check(lines, "mean batch", steps.meanBatch(), meanBatch);
        check(lines, "mixed steps", steps.mixed(), mixedSteps);
        check(lines, "cancels in flight", tally.requests().cancelledInFlight(), cancelsInFlight);
        check(lines, "reference runs", tally.compared().referenceRuns(), referenceRuns);
        check(lines, "prefix hits", savings.prefixHits(), prefixHits);
        check(lines, "preemptions", savings.preemptions(), preemptions);
        check(lines, "accepted drafts", savings.acceptedDrafts(), acceptedDrafts);
        return lines;
    }

    private static void check(List<String> lines, String what, double seen, double floor) {
        if (seen < floor) {
            lines.add(String.format(Locale.ROOT, "%s: %.2f seen, at least %.2f needed", what, seen, floor));
        }
    }
}
