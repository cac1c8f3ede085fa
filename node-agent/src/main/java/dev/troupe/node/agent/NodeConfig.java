package dev.troupe.node.agent;

import dev.troupe.node.engine.EngineFault;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.residency.MemoryLimits;
import java.util.Objects;
import java.util.Set;

/// Everything a node is told at its start.
///
/// @param nodeId for people, metrics and thread names, for example `node-1`
/// @param engine bounds of the engine
/// @param memory bounds of what a model may take
/// @param faults none in service
public record NodeConfig(String nodeId, EngineLimits engine, MemoryLimits memory, Set<EngineFault> faults) {
    public NodeConfig {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(memory, "memory");
        faults = Set.copyOf(faults);
        if (nodeId.isBlank()) {
            throw new IllegalArgumentException("nodeId is blank");
        }
    }

    public static NodeConfig defaults(String nodeId) {
        return new NodeConfig(nodeId, EngineLimits.defaults(), MemoryLimits.defaults(), Set.of());
    }

    public NodeConfig withEngine(EngineLimits limits) {
        return new NodeConfig(nodeId, limits, memory, faults);
    }

    public NodeConfig withMemory(MemoryLimits limits) {
        return new NodeConfig(nodeId, engine, limits, faults);
    }

    public NodeConfig withFaults(Set<EngineFault> broken) {
        return new NodeConfig(nodeId, engine, memory, broken);
    }
}
