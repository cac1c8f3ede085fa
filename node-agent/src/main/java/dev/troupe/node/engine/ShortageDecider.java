package dev.troupe.node.engine;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/// Decides what happens when no model can step because blocks are missing. Pure.
///
/// The oldest that lacks blocks goes on: the youngest of all models loses its blocks, one at a time.
/// When nobody else holds any that could be taken, it can never go on and is told.
final class ShortageDecider {
    /// @param credited whether its reader would take a token now
    record Holder(long id, boolean credited) {}

    sealed interface Decision {}

    /// Nobody lacks blocks.
    record Wait() implements Decision {}

    record Preempt(long id) implements Decision {}

    record Refuse(long id) implements Decision {}

    private ShortageDecider() {}

    /// @param lacking ids that cannot go on without more blocks, running or waiting
    /// @param holders all that hold blocks
    static Decision decide(List<Long> lacking, List<Holder> holders) {
        if (lacking.isEmpty()) {
            return new Wait();
        }
        long oldest = lacking.stream().min(Comparator.naturalOrder()).orElseThrow();
        List<Holder> others =
                holders.stream().filter(holder -> holder.id() != oldest).toList();
        OptionalLong victim = others.stream()
                .filter(holder -> holder.id() > oldest || !holder.credited())
                .mapToLong(Holder::id)
                .max();
        if (victim.isPresent()) {
            return new Preempt(victim.getAsLong());
        }
        // An elder that lacks nothing has been paid since the plan was made: it will go on and end.
        return others.isEmpty() ? new Refuse(oldest) : new Wait();
    }
}
