package dev.troupe.node.engine;

import java.util.List;
import java.util.OptionalLong;

/// What the scheduler sees of one model.
///
/// @param running oldest first
/// @param waiting oldest first
/// @param availableBlocks that could be taken now
/// @param starving the oldest sequence of another model that lacks memory: who is younger is not
///     admitted before it
record LaneView(List<SequenceView> running, List<SequenceView> waiting, int availableBlocks, OptionalLong starving) {
    LaneView {
        running = List.copyOf(running);
        waiting = List.copyOf(waiting);
    }
}
