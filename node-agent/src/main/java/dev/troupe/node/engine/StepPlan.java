package dev.troupe.node.engine;

import java.util.List;

/// What the next step of one model shall do, and why some sequences take no part.
///
/// @param admit ids that get their blocks first, in order
/// @param slices rows for each sequence that takes part
/// @param held everybody else
record StepPlan(List<Long> admit, List<Slice> slices, List<Held> held) {
    StepPlan {
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
        NO_PLACE
    }

    int rows() {
        return slices.stream().mapToInt(Slice::rows).sum();
    }
}
