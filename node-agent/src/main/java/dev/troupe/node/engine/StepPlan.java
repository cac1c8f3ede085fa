package dev.troupe.node.engine;

import java.util.List;

/// What the next step of one model shall do, and why some sequences take no part.
///
/// @param preempt ids that lose their blocks first and wait again
/// @param admit ids that get their blocks then, in order
/// @param slices rows for each sequence that takes part
/// @param held everybody else
record StepPlan(List<Long> preempt, List<Long> admit, List<Slice> slices, List<Held> held) {
    StepPlan {
        preempt = List.copyOf(preempt);
        admit = List.copyOf(admit);
        slices = List.copyOf(slices);
        held = List.copyOf(held);
    }

    record Slice(long sequence, int rows) {}

    record Held(long sequence, Reason reason) {}

    enum Reason {
        /// Its reader has not asked for more.
        NO_CREDIT,
        /// The step's rows are spent.
        NO_BUDGET,
        /// It, or one before it in the queue, waits for blocks.
        NO_BLOCKS,
        /// As many sequences as allowed hold blocks.
        NO_PLACE,
        /// Another one is computing the block that it needs next and leaves it in the cache.
        PREFIX_COMING,
        /// Its blocks are taken for an older one.
        PREEMPTED
    }

    int rows() {
        return slices.stream().mapToInt(Slice::rows).sum();
    }
}
