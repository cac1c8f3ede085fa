package dev.troupe.node.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides one step of one model; has no effects. Decodes come first, one row each; prefill slices
/// fill what is left of the budget, oldest first. Sequences are admitted in the order of arrival,
/// with blocks for what they know and one more, and grow block by block.
///
/// When blocks run out, the youngest lose theirs, and those whose reader does not read. Who is
/// oldest and wants to go on therefore always can: nobody starves, and no two take blocks from each
/// other in turn.
final class BatchScheduler {
    private final EngineLimits limits;

    BatchScheduler(EngineLimits limits) {
        this.limits = limits;
    }

    StepPlan plan(LaneView view) {
        return new Planning(view).plan();
    }

    /// One plan in the making.
    private final class Planning {
        private final LaneView view;
        private final Budget budget = new Budget();
        private final List<SequenceView> admitted = new ArrayList<>();
        private final List<StepPlan.Slice> slices = new ArrayList<>();
        /// Who takes no part, and why.
        private final Map<Long, StepPlan.Reason> held = new LinkedHashMap<>();

        private int blocks;

        Planning(LaneView view) {
            this.view = view;
            this.blocks = view.availableBlocks();
        }

        StepPlan plan() {
            view.running().forEach(this::makeRoom);
            view.running().stream()
                    .filter(sequence -> sequence.phase() == SequenceView.Phase.DECODE)
                    .forEach(this::place);
            admit();
            List<SequenceView> rest = new ArrayList<>(admitted);
            view.running().stream()
                    .filter(sequence -> sequence.phase() == SequenceView.Phase.PREFILL)
                    .forEach(rest::add);
            rest.sort(Comparator.comparingLong(SequenceView::id));
            rest.forEach(this::place);
            return new StepPlan(
                    held.entrySet().stream()
                            .filter(entry -> entry.getValue() == StepPlan.Reason.PREEMPTED)
                            .map(Map.Entry::getKey)
                            .toList(),
                    admitted.stream().map(SequenceView::id).toList(),
                    slices,
                    held.entrySet().stream()
                            .map(entry -> new StepPlan.Held(entry.getKey(), entry.getValue()))
                            .toList());
        }

        /// Sets aside the blocks that a running sequence lacks for its next rows.
        private void makeRoom(SequenceView sequence) {
            if (!sequence.credited() || held.containsKey(sequence.id())) {
                return;
            }
            int lacking = sequence.growth(Math.min(sequence.pendingRows(), limits.sliceTokens()));
            if (lacking > blocks) {
                List<SequenceView> victims = victims(sequence, lacking - blocks);
                victims.forEach(victim -> held.put(victim.id(), StepPlan.Reason.PREEMPTED));
                blocks += victims.stream()
                        .mapToInt(victim -> victim.blocks().own())
                        .sum();
            }
            if (lacking > blocks) {
                held.put(sequence.id(), StepPlan.Reason.NO_BLOCKS);
                // Nobody younger gets what it waits for.
                blocks = 0;
            } else {
                blocks -= lacking;
            }
        }

        /// Who gives `sequence` the blocks it lacks: the youngest first; nobody where all together
        /// have too few.
        private List<SequenceView> victims(SequenceView sequence, int lacking) {
            List<SequenceView> victims = new ArrayList<>();
            int gained = 0;
            for (SequenceView victim : view.running().reversed()) {
                boolean spared = victim.credited() && victim.id() <= sequence.id();
                if (gained < lacking
                        && !spared
                        && !isPreempted(victim)
                        && victim.blocks().own() > 0) {
                    victims.add(victim);
                    gained += victim.blocks().own();
                }
            }
            return gained < lacking ? List.of() : victims;
        }

        private boolean isPreempted(SequenceView sequence) {
            return held.get(sequence.id()) == StepPlan.Reason.PREEMPTED;
        }

        private void admit() {
            boolean pressed = held.values().stream()
                    .anyMatch(reason -> reason == StepPlan.Reason.NO_BLOCKS || reason == StepPlan.Reason.PREEMPTED);
            Optional<StepPlan.Reason> barrier = pressed ? Optional.of(StepPlan.Reason.NO_BLOCKS) : Optional.empty();
            for (SequenceView next : view.waiting()) {
                if (!next.credited()) {
                    held.put(next.id(), StepPlan.Reason.NO_CREDIT);
                    continue;
                }
                if (barrier.isEmpty() && isComing(next)) {
                    held.put(next.id(), StepPlan.Reason.PREFIX_COMING);
                    continue;
                }
                // Nobody overtakes the first that must wait: else a large one could wait for ever.
                barrier = barrier.or(() -> obstacle(next));
                if (barrier.isPresent()) {
                    held.put(next.id(), barrier.get());
                } else {
                    admitted.add(next);
                    blocks -= next.blocks().toAdmit();
                }
            }
        }

        private Optional<StepPlan.Reason> obstacle(SequenceView next) {
            if (view.running().size() + admitted.size() >= limits.maxSequences()) {
                return Optional.of(StepPlan.Reason.NO_PLACE);
            }
            boolean starves = view.starving().isPresent() && view.starving().getAsLong() < next.id();
            boolean lacks = next.blocks().toAdmit() > blocks - reserve();
            return starves || lacks ? Optional.of(StepPlan.Reason.NO_BLOCKS) : Optional.empty();
        }

        /// Blocks left for those who run.
        private int reserve() {
            long growing = growing(view.running()) + growing(admitted);
            return (int) Math.ceil(growing * limits.growthReserve());
        }

        private static long growing(List<SequenceView> sequences) {
            return sequences.stream()
                    .filter(sequence ->
                            sequence.blocks().held() < sequence.blocks().most())
                    .count();
        }

        /// Whether to wait for a block that another one computes in this step or soon. Who is held
        /// back itself is nobody to wait for.
        private boolean isComing(SequenceView next) {
            boolean byRunning = view.running().stream()
                    .anyMatch(other -> other.credited() && !held.containsKey(other.id()) && other.willCompute(next));
            return byRunning || admitted.stream().anyMatch(other -> other.credited() && other.willCompute(next));
        }

        private void place(SequenceView sequence) {
            if (held.containsKey(sequence.id())) {
                return;
            }
            if (!sequence.credited()) {
                held.put(sequence.id(), StepPlan.Reason.NO_CREDIT);
                return;
            }
            int rows = budget.rowsFor(sequence);
            if (rows == 0) {
                held.put(sequence.id(), StepPlan.Reason.NO_BUDGET);
                return;
            }
            slices.add(new StepPlan.Slice(sequence.id(), rows));
            budget.spend(rows, sequence.logitRows(rows));
        }
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
