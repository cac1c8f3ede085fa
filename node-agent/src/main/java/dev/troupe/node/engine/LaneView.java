package dev.troupe.node.engine;

import java.util.List;

/// What the scheduler sees of one model.
///
/// @param running oldest first
/// @param waiting in the order of arrival
/// @param availableBlocks that could be taken now
record LaneView(List<SequenceView> running, List<SequenceView> waiting, int availableBlocks) {
    LaneView {
        running = List.copyOf(running);
        waiting = List.copyOf(waiting);
    }
}
