package dev.troupe.node.agent;

import dev.troupe.kernel.Device;
import dev.troupe.node.residency.ImageSource;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.NodeSnapshot;

/// A running node: an engine, the models on its device, and the door to them. Safe to use from any
/// thread.
public final class NodeAgent implements AutoCloseable {
    private NodeAgent() {}

    /// Starts the engine and the loader; no model is resident yet.
    ///
    /// @param device closed by its owner, after the agent
    public static NodeAgent start(NodeConfig config, Device device, ImageSource images) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// The door for gateways in this process.
    public NodeClient client() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Wishes `model` onto the device. Idempotent; returns when its place is reserved and its load
    /// has begun. Requests for it may be sent at once.
    ///
    /// @throws dev.troupe.protocol.ServingException `MODEL_NOT_FOUND`, `OUT_OF_MEMORY` with the
    ///     numbers, or `MODEL_UNAVAILABLE` when its image cannot be read
    public void ensure(Digest model) {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Takes `model` off the device; its running sequences fail with `MODEL_UNAVAILABLE`. Returns
    /// when its memory was given back. Idempotent.
    public void release(Digest model) {
        throw new UnsupportedOperationException("not built yet");
    }

    public NodeSnapshot snapshot() {
        throw new UnsupportedOperationException("not built yet");
    }

    /// Running sequences get `Failed(SHUTTING_DOWN)`; all memory is given back. Idempotent.
    @Override
    public void close() {
        throw new UnsupportedOperationException("not built yet");
    }
}
