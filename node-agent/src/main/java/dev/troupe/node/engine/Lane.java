package dev.troupe.node.engine;

import dev.troupe.node.cost.StepClock;
import dev.troupe.node.kv.BlockPool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One model's sequences in the engine, oldest first.
final class Lane {
    private final EngineModel model;
    private final TreeMap<Long, Sequence> waiting = new TreeMap<>();
    private final TreeMap<Long, Sequence> running = new TreeMap<>();
    private final StepClock clock = new StepClock();
    private Optional<Batch> underWay = Optional.empty();
    private Set<Long> lacking = new HashSet<>();
    private OptionalLong starvingElsewhere = OptionalLong.empty();

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
        waiting.put(sequence.id(), sequence);
    }

    LaneView view() {
        BlockPool blocks = model.blocks();
        return new LaneView(
                running.values().stream().map(Sequence::view).toList(),
                waiting.values().stream()
                        .map(sequence -> sequence.waitingView(blocks))
                        .toList(),
                blocks.availableBlocks(),
                starvingElsewhere);
    }

    /// The oldest sequence of another model that lacks memory.
    void setStarvingElsewhere(OptionalLong sequence) {
        starvingElsewhere = sequence;
    }

    /// Gives one who waits its blocks.
    ///
    /// @return positions found in the cache; empty when the pool has no room for it
    OptionalInt admit(long id) {
        Sequence sequence = waiting.get(id);
        OptionalInt cached = sequence.admit(model.blocks());
        if (cached.isPresent()) {
            running.put(id, waiting.remove(id));
        }
        return cached;
    }

    /// Takes a running one's blocks; it waits again.
    ///
    /// @return positions that it had computed
    int preempt(long id) {
        Sequence sequence = running.remove(id);
        waiting.put(id, sequence);
        return sequence.preempt();
    }

    /// Remembers whom the last plan held back for want of blocks.
    void noteHeld(List<StepPlan.Held> held) {
        lacking = held.stream()
                .filter(each -> each.reason() == StepPlan.Reason.NO_BLOCKS)
                .map(StepPlan.Held::sequence)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /// The plan was too hopeful: there were no blocks for it.
    void noteLacking(long id) {
        lacking.add(id);
    }

    /// Who could not go on for want of blocks, and is still here.
    List<Sequence> lacking() {
        return all().stream()
                .filter(sequence -> lacking.contains(sequence.id()))
                .toList();
    }

    /// The oldest of them where memory is what they lack, and not the model's own share.
    OptionalLong starving() {
        return lacking.isEmpty() || model.blocks().isAtItsLimit()
                ? OptionalLong.empty()
                : lacking().stream().mapToLong(Sequence::id).min();
    }

    Optional<Sequence> running(long id) {
        return Optional.ofNullable(running.get(id));
    }

    Collection<Sequence> running() {
        return running.values();
    }

    boolean hasRunning() {
        return !running.isEmpty();
    }

    int runningCount() {
        return running.size();
    }

    /// Sequences that wait and had been admitted before.
    int preemptedCount() {
        return (int) waiting.values().stream().filter(Sequence::wasAdmitted).count();
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
        all.addAll(waiting.values());
        return all;
    }

    /// Drops those that ended, and a step that one of them took part in.
    void dropEnded() {
        running.values().removeIf(Sequence::isEnded);
        waiting.values().removeIf(Sequence::isEnded);
        if (underWay.filter(Batch::isStale).isPresent()) {
            forgetStep();
        }
    }
}
