package dev.troupe.bench.stage;

import dev.troupe.kernel.Device;
import dev.troupe.node.agent.NodeAgent;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.ServingTarget;
import java.util.Map;

/// A node agent on its own device.
///
/// @param models by name
record NodeEngine(Device device, NodeAgent agent, Map<String, Digest> models) implements OpenEngine {
    /// Begins the loads; nothing stays open when that fails.
    void ensure() {
        try {
            models.values().forEach(agent::ensure);
        } catch (RuntimeException e) {
            agent.close();
            throw e;
        }
    }

    @Override
    public NodeClient node() {
        return agent.client();
    }

    @Override
    public ServingTarget target(String model) {
        return new ServingTarget(models.get(model), device.numericsClass());
    }

    @Override
    public void close() {
        try (device) {
            agent.close();
        }
    }
}
