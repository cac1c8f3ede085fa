package dev.troupe.node.engine;

import dev.troupe.node.kv.CacheValue;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries a model's steps out: commit the plan, execute, absorb.
final class LaneStepper {
    private static final Logger LOG = LoggerFactory.getLogger(LaneStepper.class);

    private final BatchScheduler scheduler;
    private final Speculator speculator;
    private final Tally tally;
    private final LongSupplier nanoClock;
    private final PhaseClock phases;

    LaneStepper(
            BatchScheduler scheduler, Speculator speculator, Tally tally, LongSupplier nanoClock, PhaseClock phases) {
        this.scheduler = scheduler;
        this.speculator = speculator;
        this.tally = tally;
        this.nanoClock = nanoClock;
        this.phases = phases;
    }

    /// The clock that its phases are booked on, for whoever calls it.
    PhaseClock phases() {
        return phases;
    }

    /// Moves the lane on; false when there is nothing to do for it now.
    boolean step(Lane lane) {
        long start = nanoClock.getAsLong();
        boolean moved = lane.underWay().isPresent() ? advance(lane) : start(lane);
        phases.enter(PhaseClock.Phase.TURN);
        if (moved) {
            tally.countNanos(nanoClock.getAsLong() - start);
        }
        return moved;
    }

    /// Ends a sequence: the only way out for any.
    void end(Sequence sequence, TokenEvent.Terminal terminal) {
        tally.countEnd(terminal);
        sequence.end(terminal);
    }

    private boolean start(Lane lane) {
        phases.enter(PhaseClock.Phase.PLAN);
        StepPlan plan = scheduler.plan(lane.view());
        List<Batch.Part> planned = commit(lane, plan);
        List<Batch.Part> parts = speculator.extend(planned, lane.clock().cost());
        if (parts.isEmpty()) {
            return !plan.preempt().isEmpty();
        }
        phases.enter(PhaseClock.Phase.PREPARE);
        StepInput input = new StepInput(parts.stream().map(Batch.Part::slice).toList());
        long start = nanoClock.getAsLong();
        try {
            lane.begin(new Batch(parts, lane.model().executor().begin(input)));
        } catch (RuntimeException e) {
            fail(lane, parts, e);
            return true;
        }
        int rows = lane.underWay().orElseThrow().rows();
        if (advance(lane)) {
            // A step that had to wait for weights says nothing of what steps cost.
            long now = nanoClock.getAsLong();
            lane.clock().measured(rows, now - start);
            lane.model()
                    .blocks()
                    .setValue(new CacheValue(now, lane.clock().cost().rowSeconds()));
        }
        return true;
    }

    /// Takes and gives blocks as planned and makes the slices. The view may have been too hopeful: from
    /// the first that gets no blocks on, nobody is admitted; who cannot grow does not take part.
    private List<Batch.Part> commit(Lane lane, StepPlan plan) {
        lane.noteHeld(plan.held());
        plan.preempt().forEach(id -> preempt(lane, id));
        for (long id : plan.admit()) {
            OptionalInt cached = lane.admit(id);
            if (cached.isEmpty()) {
                lane.noteLacking(id);
                break;
            }
            tally.countAdmission(cached.getAsInt());
        }
        List<Batch.Part> parts = new ArrayList<>();
        for (StepPlan.Slice slice : plan.slices()) {
            lane.running(slice.sequence())
                    .ifPresent(sequence -> part(sequence, slice.rows())
                            .ifPresentOrElse(parts::add, () -> lane.noteLacking(sequence.id())));
        }
        return parts;
    }

    private static Optional<Batch.Part> part(Sequence sequence, int plannedRows) {
        SequenceView view = sequence.view();
        // The cache may have given less or more than was planned with.
        int rows = Math.min(plannedRows, view.pendingRows());
        return sequence.memory().grow(view.computed() + rows)
                ? Optional.of(new Batch.Part(sequence, view.phase(), sequence.slice(rows, 0), 0))
                : Optional.empty();
    }

    /// Takes a running sequence's blocks; it waits again.
    void preempt(Lane lane, long id) {
        tally.countPreemption(lane.preempt(id));
    }

    private boolean advance(Lane lane) {
        Batch batch = lane.underWay().orElseThrow();
        StepExecutor.Progress progress;
        phases.enter(PhaseClock.Phase.EXECUTE);
        try {
            progress = batch.run().advance();
        } catch (RuntimeException e) {
            fail(lane, batch.parts(), e);
            return true;
        }
        phases.enter(PhaseClock.Phase.ABSORB);
        return switch (progress) {
            case StepExecutor.Waiting _ -> false;
            case StepExecutor.Done(List<List<Answer>> answers) -> {
                lane.forgetStep();
                tally.countStep(batch, absorb(batch, answers));
                lane.dropEnded();
                yield true;
            }
        };
    }

    /// Says how many drafts were the token.
    private int absorb(Batch batch, List<List<Answer>> answers) {
        if (answers.size() != batch.parts().size()) {
            throw new IllegalStateException(
                    answers.size() + " answers for " + batch.parts().size() + " slices");
        }
        int accepted = 0;
        for (int i = 0; i < answers.size(); i++) {
            Batch.Part part = batch.parts().get(i);
            Sequence sequence = part.sequence();
            if (answers.get(i).size() != part.slice().asks().size()) {
                throw new IllegalStateException("sequence " + sequence.id() + ": "
                        + answers.get(i).size() + " answers for "
                        + part.slice().asks().size() + " asks");
            }
            if (!sequence.demand().isCancelled()) {
                int before = sequence.completionTokens();
                sequence.absorb(part.slice(), answers.get(i)).ifPresent(terminal -> end(sequence, terminal));
                accepted += Math.max(0, sequence.completionTokens() - before - 1);
            }
        }
        return accepted;
    }

    private void fail(Lane lane, List<Batch.Part> parts, RuntimeException e) {
        LOG.error(
                "a step of {} sequences of model {} failed",
                parts.size(),
                lane.model().digest(),
                e);
        TokenEvent.Failed failed = new TokenEvent.Failed(codeOf(e), "a step failed: " + e.getMessage());
        lane.forgetStep();
        parts.forEach(part -> end(part.sequence(), failed));
        lane.dropEnded();
    }

    private static ErrorCode codeOf(RuntimeException e) {
        return Optional.of(e)
                .filter(ServingException.class::isInstance)
                .map(serving -> ((ServingException) serving).code())
                .orElse(ErrorCode.INTERNAL);
    }
}
