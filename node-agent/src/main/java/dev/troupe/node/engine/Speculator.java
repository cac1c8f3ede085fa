package dev.troupe.node.engine;

import dev.troupe.node.cost.StepCost;
import dev.troupe.node.draft.DraftPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Adds drafts to the decodes of a step where a gain is predicted. A step in which nobody drafts is
/// as it was.
final class Speculator {
    private final EngineLimits limits;

    Speculator(EngineLimits limits) {
        this.limits = limits;
    }

    /// @param parts of the step as planned
    List<Batch.Part> extend(List<Batch.Part> parts, StepCost cost) {
        DraftPlanner.Step step = step(parts);
        if (step.decodes() == 0 || step.spareRows() <= 0) {
            return parts;
        }
        List<DraftPlanner.Candidate> candidates = new ArrayList<>();
        for (Batch.Part part : parts) {
            if (part.phase() == SequenceView.Phase.DECODE) {
                part.sequence().draftCandidate(limits.speculation().maxDrafts()).ifPresent(candidates::add);
            }
        }
        Map<Long, Integer> drafts = DraftPlanner.plan(step, candidates, cost);
        Set<Long> resting = candidates.stream().map(DraftPlanner.Candidate::id).collect(Collectors.toSet());
        resting.removeAll(drafts.keySet());
        for (Batch.Part part : parts) {
            if (resting.contains(part.sequence().id())) {
                part.sequence().restFromDrafting();
            }
        }
        return parts.stream()
                .map(part ->
                        withDrafts(part, drafts.getOrDefault(part.sequence().id(), 0)))
                .toList();
    }

    private DraftPlanner.Step step(List<Batch.Part> parts) {
        int rows = 0;
        int asks = 0;
        int decodes = 0;
        for (Batch.Part part : parts) {
            rows += part.slice().tokens().length;
            asks += part.slice().asks().size();
            decodes += part.phase() == SequenceView.Phase.DECODE ? 1 : 0;
        }
        int spare = Math.min(limits.speculation().maxRows() - rows, limits.maxLogitRows() - asks);
        return new DraftPlanner.Step(decodes, rows, Math.min(spare, limits.tokenBudget() - rows));
    }

    private static Batch.Part withDrafts(Batch.Part part, int drafts) {
        return drafts == 0
                ? part
                : new Batch.Part(part.sequence(), part.phase(), part.sequence().slice(1, drafts), drafts);
    }
}
