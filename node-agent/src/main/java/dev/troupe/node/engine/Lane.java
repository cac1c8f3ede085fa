package dev.troupe.node.engine;

import dev.troupe.node.cost.StepClock;
import dev.troupe.node.kv.TableGrant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One model's sequences in the engine.
final class Lane {
    private final EngineModel model;
    private final Deque<Sequence> waiting = new ArrayDeque<>();
    private final Map<Long, Sequence> running = new LinkedHashMap<>();
    private final StepClock clock = new StepClock();
    private Optional<Batch> underWay = Optional.empty();

    Lane(EngineModel model) {
        this.model = model;
    }

    EngineModel model() {
        return model;
    }

    /// What its steps cost.
    StepClock clock() {
        return clock;
    }

    void enqueue(Sequence sequence) {
        waiting.addLast(sequence);
    }

    LaneView view() {
        return new LaneView(
                views(running.values()), views(waiting), model.blocks().availableBlocks());
    }

    /// Gives the first of the queue its blocks; false when the pool cannot.
    boolean admitFirst(long id) {
        Sequence first = waiting.getFirst();
        if (first.id() != id) {
            throw new IllegalStateException("the plan admits " + id + " before " + first.id());
        }
        if (!(model.blocks().take(first.blocksWanted()) instanceof TableGrant.Granted granted)) {
            return false;
        }
        first.admit(granted.table());
        running.put(id, waiting.removeFirst());
        return true;
    }

    Optional<Sequence> running(long id) {
        return Optional.ofNullable(running.get(id));
    }

    Optional<Sequence> firstWaiting() {
        return Optional.ofNullable(waiting.peekFirst());
    }

    boolean hasRunning() {
        return !running.isEmpty();
    }

    int runningCount() {
        return running.size();
    }

    Optional<Batch> underWay() {
        return underWay;
    }

    void begin(Batch batch) {
        underWay = Optional.of(batch);
    }

    /// Forgets the step under way: it ended, failed, or must not go on.
    void forgetStep() {
        underWay = Optional.empty();
    }

    List<Sequence> all() {
        List<Sequence> all = new ArrayList<>(running.values());
        all.addAll(waiting);
        return all;
    }

    /// Drops those that ended, and a step that one of them took part in.
    void dropEnded() {
        running.values().removeIf(Sequence::isEnded);
        waiting.removeIf(Sequence::isEnded);
        if (underWay.filter(Batch::isStale).isPresent()) {
            forgetStep();
        }
    }

    private static List<SequenceView> views(Collection<Sequence> sequences) {
        return sequences.stream().map(Sequence::view).toList();
    }
}
