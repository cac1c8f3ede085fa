package dev.troupe.bench.stage;

import dev.troupe.kernel.Device;
import dev.troupe.node.agent.NodeAgent;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.generate.ServingTarget;

/// A node agent on its own device.
record NodeEngine(Device device, NodeAgent agent, Digest model) implements OpenEngine {
    /// Begins the load; nothing stays open when that fails.
    void ensure() {
        try {
            agent.ensure(model);
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
    public ServingTarget target() {
        return new ServingTarget(model, device.numericsClass());
    }

    @Override
    public void close() {
        try (device) {
            agent.close();
        }
    }
}
