package dev.troupe.node.draft;

import dev.troupe.node.cost.StepCost;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// Decides how many drafts each decoding sequence gets in a step. A draft is a row more; it is worth
/// it where the tokens it can be expected to save are more than its share of the step's time.
public final class DraftPlanner {
    private DraftPlanner() {}

    /// A sequence that decodes and has a guess.
    ///
    /// @param id of the sequence
    /// @param length tokens that could be drafted, at least 1
    /// @param chance that one draft is the token
    public record Candidate(long id, int length, double chance) {}

    /// What else the step holds.
    ///
    /// @param decodes sequences that get one token from it anyway, at least 1
    /// @param rows of the step without drafts
    /// @param spareRows most drafts in all
    public record Step(int decodes, int rows, int spareRows) {}

    /// Gives rows one at a time to whoever may expect most of one, as long as that raises the
    /// tokens per second of the step.
    ///
    /// @return drafts by sequence; who gets none is not in it
    public static Map<Long, Integer> plan(Step step, List<Candidate> candidates, StepCost cost) {
        PriorityQueue<Offer> offers = new PriorityQueue<>(Comparator.comparingDouble(Offer::gain)
                .reversed()
                .thenComparingLong(offer -> offer.candidate().id()));
        candidates.forEach(candidate -> offers.add(new Offer(candidate, 1)));
        Map<Long, Integer> drafts = new LinkedHashMap<>();
        double tokens = step.decodes();
        for (int given = 0; given < step.spareRows() && !offers.isEmpty(); given++) {
            Offer best = offers.remove();
            double seconds = cost.seconds(step.rows() + given);
            if (best.gain() * seconds <= tokens * cost.rowSeconds()) {
                break;
            }
            tokens += best.gain();
            drafts.put(best.candidate().id(), best.drafts());
            if (best.drafts() < best.candidate().length()) {
                offers.add(new Offer(best.candidate(), best.drafts() + 1));
            }
        }
        return drafts;
    }

    /// The next draft of a candidate: it counts only when all before it were right.
    private record Offer(Candidate candidate, int drafts) {
        double gain() {
            return Math.pow(candidate.chance(), drafts);
        }
    }
}
