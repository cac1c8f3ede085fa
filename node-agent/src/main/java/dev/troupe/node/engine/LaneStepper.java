package dev.troupe.node.engine;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        List<Batch.Part> planned = commit(lane, scheduler.plan(lane.view()));
        List<Batch.Part> parts = speculator.extend(planned, lane.clock().cost());
        if (parts.isEmpty()) {
            return false;
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
            lane.clock().measured(rows, nanoClock.getAsLong() - start);
        }
        return true;
    }

    /// Gives blocks to those the plan admits and makes the slices. The view may have been too
    /// hopeful: from the first that gets no blocks on, nobody is admitted.
    private List<Batch.Part> commit(Lane lane, StepPlan plan) {
        for (long id : plan.admit()) {
            if (!lane.admitFirst(id)) {
                break;
            }
        }
        List<Batch.Part> parts = new ArrayList<>();
        for (StepPlan.Slice slice : plan.slices()) {
            lane.running(slice.sequence())
                    .ifPresent(sequence -> parts.add(
                            new Batch.Part(sequence, sequence.view().phase(), sequence.slice(slice.rows(), 0), 0)));
        }
        return parts;
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
