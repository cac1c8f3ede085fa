package dev.troupe.node.engine;

import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import java.util.List;

/// The engine's numbers after its last turn.
public record EngineView(NodeSnapshot.Load load, NodeSnapshot.Counters counters, List<StepTimes.Phase> phases) {
    public EngineView {
        phases = List.copyOf(phases);
    }

    static EngineView empty() {
        return new EngineView(new NodeSnapshot.Load(0, 0, 0, 0, 0), NodeSnapshot.Counters.none(), List.of());
    }
}
