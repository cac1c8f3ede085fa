package dev.troupe.node.engine;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The engine's thread: turn after turn until the mailbox closes or an invariant breaks.
final class EngineLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineLoop.class);

    private final Mailbox mailbox;
    private final WaitingRoom waitingRoom;
    private final LaneStepper stepper;
    private final Tally tally;
    private final PhaseClock phases;
    private final Consumer<EngineView> publisher;
    private final Map<Digest, Lane> lanes = new LinkedHashMap<>();
    private final ModelRotation rotation = new ModelRotation();
    private boolean checkedIdle;

    EngineLoop(
            Mailbox mailbox,
            WaitingRoom waitingRoom,
            LaneStepper stepper,
            Tally tally,
            PhaseClock phases,
            Consumer<EngineView> publisher) {
        this.mailbox = mailbox;
        this.waitingRoom = waitingRoom;
        this.stepper = stepper;
        this.tally = tally;
        this.phases = phases;
        this.publisher = publisher;
    }

    @Override
    public void run() {
        try {
            while (mailbox.closed().isEmpty()) {
                turn();
            }
        } catch (Throwable e) {
            LOG.error("the engine stops: a broken invariant", e);
            mailbox.close(ServingException.causedBy(
                    ErrorCode.INTERNAL, "the engine stopped on a broken invariant: " + e.getMessage(), e));
        } finally {
            stop(mailbox.closed().orElseThrow());
        }
    }

    private void turn() throws InterruptedException {
        phases.enter(PhaseClock.Phase.TURN);
        mailbox.drain().forEach(this::accept);
        endCancelled();
        boolean moved = rotation.giveTurn(stepper::step) || refuseWhatCannotStart();
        endCancelled();
        publish();
        if (moved) {
            checkedIdle = false;
        } else {
            checkWhenIdle();
            phases.enter(PhaseClock.Phase.SLEEP);
            mailbox.await();
        }
    }

    private void accept(Message message) {
        switch (message) {
            case Message.Submit(Digest model, Sequence sequence) -> enqueue(model, sequence);
            case Message.Attach(EngineModel model) -> attach(model);
            case Message.Detach detach -> {
                Optional.ofNullable(lanes.remove(detach.model())).ifPresent(lane -> close(lane, detach.why()));
                publish();
                detach.done().complete(null);
            }
        }
    }

    private void enqueue(Digest model, Sequence sequence) {
        Lane lane = lanes.get(model);
        if (lane == null) {
            stepper.end(
                    sequence, new TokenEvent.Failed(ErrorCode.MODEL_UNAVAILABLE, "model " + model + " was released"));
        } else if (sequence.pendingRows() == 0) {
            stepper.end(sequence, new TokenEvent.Finished(FinishReason.LENGTH, sequence.usage()));
        } else {
            lane.enqueue(sequence);
        }
    }

    private void attach(EngineModel model) {
        Lane lane = new Lane(model);
        if (lanes.putIfAbsent(model.digest(), lane) != null) {
            throw new IllegalStateException("model " + model.digest() + " was attached twice");
        }
        rotation.add(lane);
    }

    private void close(Lane lane, TokenEvent.Failed why) {
        lane.dropEnded();
        lane.all().forEach(sequence -> stepper.end(sequence, why));
        lane.dropEnded();
        rotation.remove(lane);
        lane.model().blocks().close();
    }

    private void endCancelled() {
        for (Lane lane : lanes.values()) {
            List<Sequence> cancelled = lane.all().stream()
                    .filter(sequence -> sequence.demand().isCancelled())
                    .toList();
            cancelled.forEach(sequence -> stepper.end(sequence, new TokenEvent.Cancelled(sequence.usage())));
            if (!cancelled.isEmpty()) {
                lane.dropEnded();
            }
        }
    }

    /// When nobody runs, no block will ever come free: who cannot start now must be told.
    private boolean refuseWhatCannotStart() {
        if (lanes.values().stream().anyMatch(Lane::hasRunning)) {
            return false;
        }
        boolean refused = false;
        for (Lane lane : lanes.values()) {
            Optional<Sequence> stuck = lane.firstWaiting();
            stuck.ifPresent(sequence -> stepper.end(sequence, outOfMemory(lane, sequence)));
            lane.dropEnded();
            refused |= stuck.isPresent();
        }
        return refused;
    }

    private static TokenEvent.Failed outOfMemory(Lane lane, Sequence sequence) {
        return new TokenEvent.Failed(
                ErrorCode.OUT_OF_MEMORY,
                "the request needs " + sequence.blocksWanted() + " KV blocks; "
                        + lane.model().blocks().availableBlocks() + " can be had on the idle device");
    }

    private void checkWhenIdle() {
        if (checkedIdle || lanes.values().stream().anyMatch(Lane::hasRunning)) {
            return;
        }
        checkedIdle = true;
        for (Lane lane : lanes.values()) {
            lane.model().blocks().checkIntegrity();
            if (lane.model().blocks().usedBlocks() != 0) {
                throw new IllegalStateException("model " + lane.model().digest() + " is idle and holds "
                        + lane.model().blocks().usedBlocks() + " blocks");
            }
        }
    }

    private void publish() {
        int running = 0;
        int used = 0;
        int total = 0;
        for (Lane lane : lanes.values()) {
            running += lane.runningCount();
            used += lane.model().blocks().usedBlocks();
            total += lane.model().blocks().usedBlocks() + lane.model().blocks().availableBlocks();
        }
        NodeSnapshot.Load load = new NodeSnapshot.Load(running, waitingRoom.taken(), used, 0, total);
        publisher.accept(new EngineView(load, tally.counters(), phases.phases()));
    }

    /// Fails everybody and lets everything go. A pool that cannot close any more must not keep the
    /// others from hearing their end.
    private void stop(ServingException reason) {
        TokenEvent.Failed why = new TokenEvent.Failed(reason.code(), reason.getMessage());
        for (Lane lane : List.copyOf(lanes.values())) {
            lane.dropEnded();
            lane.all().forEach(sequence -> attempt(lane, () -> stepper.end(sequence, why)));
            attempt(lane, () -> close(lane, why));
        }
        lanes.clear();
        for (Message message : mailbox.drain()) {
            switch (message) {
                case Message.Submit(Digest _, Sequence sequence) -> stepper.end(sequence, why);
                case Message.Attach(EngineModel model) -> model.blocks().close();
                case Message.Detach detach -> detach.done().complete(null);
            }
        }
        publish();
    }

    private static void attempt(Lane lane, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            LOG.error("model {} could not give its blocks back", lane.model().digest(), e);
        }
    }
}
