package dev.troupe.node.engine;

import java.util.ArrayList;
import java.util.List;

/// Decides one step of one model; has no effects. Decodes come first, one row each; prefill slices
/// fill what is left of the budget, oldest first. Sequences are admitted in the order of arrival,
/// with blocks for all they may ever need, so a running one never lacks a block.
///
/// (Preemption will admit with fewer blocks and name victims here; the prefix cache will lower
/// `pendingRows` and `blocks` before this decides. Neither changes the order of things.)
final class BatchScheduler {
    private final EngineLimits limits;

    BatchScheduler(EngineLimits limits) {
        this.limits = limits;
    }

    StepPlan plan(LaneView view) {
        List<StepPlan.Held> held = new ArrayList<>();
        List<SequenceView> admitted = admit(view, held);
        List<SequenceView> candidates = new ArrayList<>(view.running());
        candidates.addAll(admitted);
        List<StepPlan.Slice> slices = new ArrayList<>();
        Budget budget = new Budget();
        for (SequenceView.Phase phase : List.of(SequenceView.Phase.DECODE, SequenceView.Phase.PREFILL)) {
            for (SequenceView sequence : candidates) {
                if (sequence.phase() == phase) {
                    place(sequence, budget, slices, held);
                }
            }
        }
        return new StepPlan(admitted.stream().map(SequenceView::id).toList(), slices, held);
    }

    private List<SequenceView> admit(LaneView view, List<StepPlan.Held> held) {
        List<SequenceView> admitted = new ArrayList<>();
        int places = limits.maxSequences() - view.running().size();
        int blocks = view.availableBlocks();
        for (SequenceView next : view.waiting()) {
            if (next.blocks() > blocks || admitted.size() == places) {
                StepPlan.Reason reason =
                        admitted.size() == places ? StepPlan.Reason.NO_PLACE : StepPlan.Reason.NO_BLOCKS;
                // Nobody overtakes the first that must wait: else a large one could wait for ever.
                view.waiting().stream()
                        .skip(admitted.size())
                        .forEach(waiting -> held.add(new StepPlan.Held(waiting.id(), reason)));
                break;
            }
            admitted.add(next);
            blocks -= next.blocks();
        }
        return admitted;
    }

    private void place(SequenceView sequence, Budget budget, List<StepPlan.Slice> slices, List<StepPlan.Held> held) {
        if (!sequence.credited()) {
            held.add(new StepPlan.Held(sequence.id(), StepPlan.Reason.NO_CREDIT));
            return;
        }
        int rows = budget.rowsFor(sequence);
        if (rows == 0) {
            held.add(new StepPlan.Held(sequence.id(), StepPlan.Reason.NO_BUDGET));
            return;
        }
        slices.add(new StepPlan.Slice(sequence.id(), rows));
        budget.spend(rows, sequence.logitRows(rows));
    }

    /// What is left of the step.
    private final class Budget {
        private int rows = limits.tokenBudget();
        private int logitRows = limits.maxLogitRows();

        int rowsFor(SequenceView sequence) {
            int most = Math.min(Math.min(sequence.pendingRows(), limits.sliceTokens()), rows);
            if (sequence.scoresRows()) {
                return Math.min(most, logitRows);
            }
            boolean lacksLogits = logitRows == 0 && most == sequence.pendingRows();
            return lacksLogits ? most - 1 : most;
        }

        void spend(int spentRows, int spentLogitRows) {
            rows -= spentRows;
            logitRows -= spentLogitRows;
        }
    }
}
