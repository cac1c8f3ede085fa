package dev.troupe.node.engine;

import dev.troupe.node.kv.BlockPool;
import dev.troupe.node.kv.BlockPools;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
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
    private final ModelRotation rotation;
    private final BlockPools pools = new BlockPools();
    private long evictedBefore;
    private boolean checkedIdle;

    EngineLoop(
            Mailbox mailbox,
            WaitingRoom waitingRoom,
            LaneStepper stepper,
            ModelRotation rotation,
            Tally tally,
            Consumer<EngineView> publisher) {
        this.mailbox = mailbox;
        this.waitingRoom = waitingRoom;
        this.stepper = stepper;
        this.rotation = rotation;
        this.tally = tally;
        this.phases = stepper.phases();
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
        lanes.values().forEach(lane -> lane.setStarvingElsewhere(starvingBeside(lane)));
        boolean moved = rotation.giveTurn(stepper::step) || relieve();
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
            case Message.Reclaim(Ledger ledger, long bytes, CompletableFuture<Void> done) -> {
                pools.reclaim(ledger, bytes);
                publish();
                done.complete(null);
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
        pools.add(model.blocks());
        rotation.add(lane);
    }

    private void close(Lane lane, TokenEvent.Failed why) {
        lane.dropEnded();
        lane.all().forEach(sequence -> stepper.end(sequence, why));
        lane.dropEnded();
        rotation.remove(lane);
        evictedBefore += lane.model().blocks().evictedBlocks();
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

    /// When no lane can step for want of blocks: takes some from the youngest, or tells the one that
    /// can never have enough. Where a step waits for weights, or memory is about to come free, that is
    /// waited for.
    private boolean relieve() {
        List<ShortageDecider.Holder> holders = new ArrayList<>();
        Map<Long, Lane> lacking = new LinkedHashMap<>();
        for (Lane lane : lanes.values()) {
            if (lane.underWay().isPresent() || lane.model().blocks().isRoomComing()) {
                return false;
            }
            lane.running()
                    .forEach(sequence -> holders.add(new ShortageDecider.Holder(
                            sequence.id(), sequence.demand().hasCredit())));
            lane.lacking().forEach(sequence -> lacking.put(sequence.id(), lane));
        }
        return switch (ShortageDecider.decide(List.copyOf(lacking.keySet()), holders)) {
            case ShortageDecider.Wait _ -> false;
            case ShortageDecider.Preempt(long id) -> {
                lanes.values().stream()
                        .filter(lane -> lane.running(id).isPresent())
                        .forEach(lane -> stepper.preempt(lane, id));
                yield true;
            }
            case ShortageDecider.Refuse(long id) -> {
                Lane lane = lacking.get(id);
                lane.lacking().stream()
                        .filter(sequence -> sequence.id() == id)
                        .forEach(sequence -> stepper.end(sequence, outOfMemory(lane, sequence)));
                lane.dropEnded();
                yield true;
            }
        };
    }

    private OptionalLong starvingBeside(Lane lane) {
        return lanes.values().stream()
                .filter(other -> other != lane)
                .map(Lane::starving)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min();
    }

    private static TokenEvent.Failed outOfMemory(Lane lane, Sequence sequence) {
        BlockPool blocks = lane.model().blocks();
        return new TokenEvent.Failed(
                ErrorCode.OUT_OF_MEMORY,
                "the request may need " + sequence.memory().mostBlocks() + " KV blocks; "
                        + (blocks.usedBlocks() + blocks.availableBlocks()) + " can be had on the idle device");
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
        int waiting = waitingRoom.taken();
        int used = 0;
        int cached = 0;
        int total = 0;
        long evicted = evictedBefore;
        for (Lane lane : lanes.values()) {
            BlockPool blocks = lane.model().blocks();
            running += lane.runningCount();
            waiting += lane.preemptedCount();
            used += blocks.usedBlocks();
            cached += blocks.cachedBlocks();
            total += blocks.usedBlocks() + blocks.availableBlocks();
            evicted += blocks.evictedBlocks();
        }
        NodeSnapshot.Load load = new NodeSnapshot.Load(running, waiting, used, cached, total);
        publisher.accept(new EngineView(load, tally.counters(evicted), phases.phases()));
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
                case Message.Reclaim reclaim -> reclaim.done().complete(null);
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
