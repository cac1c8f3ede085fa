package dev.troupe.node.engine;

import dev.troupe.protocol.node.NodeSnapshot;

/// The engine's numbers after its last turn.
public record EngineView(NodeSnapshot.Load load, NodeSnapshot.Counters counters) {
    static EngineView empty() {
        return new EngineView(new NodeSnapshot.Load(0, 0, 0, 0, 0), NodeSnapshot.Counters.none());
    }
}
