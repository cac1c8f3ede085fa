package dev.troupe.bench.verdict;

import java.util.LinkedHashMap;
import java.util.Map;

/// Counted facts of a run: what shows that something was really batched, mixed and cancelled.
///
/// @param work what the engines computed
/// @param requests how the requests ended
/// @param compared what was compared with what
public record Tally(Work work, Requests requests, Compared compared) {
    public static final Tally ZERO = new Tally(
            new Work(new Steps(0, 0, 0, 0), new Savings(0, 0, 0, 0)),
            new Requests(0, 0, 0, 0, 0),
            new Compared(0, 0, 0, 0));

    /// @param steps how it was batched
    /// @param savings what was not computed, or computed again
    public record Work(Steps steps, Savings savings) {
        Work plus(Work other) {
            return new Work(steps.plus(other.steps), savings.plus(other.savings));
        }
    }

    /// @param mixed steps with prefill and decode rows
    /// @param decodeRows rows that decoded; prefill rows do not count
    public record Steps(long count, long mixed, long prefillRows, long decodeRows) {
        /// Sequences that decoded in a step, on average: the lower bound of the mean batch.
        public double meanBatch() {
            return count == 0 ? 0 : (double) decodeRows / count;
        }

        Steps plus(Steps other) {
            return new Steps(
                    count + other.count,
                    mixed + other.mixed,
                    prefillRows + other.prefillRows,
                    decodeRows + other.decodeRows);
        }
    }

    /// @param prefixHits admissions that found cached blocks
    /// @param preemptions sequences that lost their blocks while they ran
    /// @param drafts tokens that were drafted
    /// @param acceptedDrafts those among them that were the token
    public record Savings(long prefixHits, long preemptions, long drafts, long acceptedDrafts) {
        Savings plus(Savings other) {
            return new Savings(
                    prefixHits + other.prefixHits,
                    preemptions + other.preemptions,
                    drafts + other.drafts,
                    acceptedDrafts + other.acceptedDrafts);
        }
    }

    /// @param cancelledInFlight those cancelled ones that had given a token or a prompt score and
    ///     were still computed: their caller had credited more
    /// @param cancelledInPrefill those among them that had given no token yet
    public record Requests(long asked, long finished, long cancelled, long cancelledInFlight, long cancelledInPrefill) {
        Requests plus(Requests other) {
            return new Requests(
                    asked + other.asked,
                    finished + other.finished,
                    cancelled + other.cancelled,
                    cancelledInFlight + other.cancelledInFlight,
                    cancelledInPrefill + other.cancelledInPrefill);
        }
    }

    /// @param tokens compared tokens
    /// @param promptScores compared scores of prompt tokens
    /// @param coldRuns questions that were asked alone on a fresh engine
    /// @param referenceRuns questions that the reference device answered as well
    public record Compared(long tokens, long promptScores, long coldRuns, long referenceRuns) {
        Compared plus(Compared other) {
            return new Compared(
                    tokens + other.tokens,
                    promptScores + other.promptScores,
                    coldRuns + other.coldRuns,
                    referenceRuns + other.referenceRuns);
        }
    }

    public Tally plus(Tally other) {
        return new Tally(work.plus(other.work), requests.plus(other.requests), compared.plus(other.compared));
    }

    /// In the order of a report.
    public Map<String, Number> rows() {
        Map<String, Number> rows = new LinkedHashMap<>();
        rows.put("requests", requests.asked);
        rows.put("finished", requests.finished);
        rows.put("cancelled", requests.cancelled);
        rows.put("cancelled in flight", requests.cancelledInFlight);
        rows.put("cancelled in prefill", requests.cancelledInPrefill);
        rows.put("steps", work.steps.count);
        rows.put("mixed steps", work.steps.mixed);
        rows.put("prefill tokens", work.steps.prefillRows);
        rows.put("decode tokens", work.steps.decodeRows);
        rows.put("mean batch", work.steps.meanBatch());
        rows.put("prefix hits", work.savings.prefixHits);
        rows.put("preemptions", work.savings.preemptions);
        rows.put("drafts", work.savings.drafts);
        rows.put("accepted drafts", work.savings.acceptedDrafts);
        rows.put("tokens compared", compared.tokens);
        rows.put("prompt scores compared", compared.promptScores);
        rows.put("cold runs", compared.coldRuns);
        rows.put("reference runs", compared.referenceRuns);
        return rows;
    }
}
