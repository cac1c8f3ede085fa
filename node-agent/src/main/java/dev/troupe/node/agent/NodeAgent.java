package dev.troupe.node.agent;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.profile.OpTimes;
import dev.troupe.node.engine.Engine;
import dev.troupe.node.engine.EngineView;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.node.residency.ImageSource;
import dev.troupe.node.residency.ModelResidency;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import java.util.List;

/// A running node: an engine, the models on its device, and the door to them. Safe to use from any
/// thread.
public final class NodeAgent implements AutoCloseable {
    private final NodeConfig config;
    private final Device device;
    private final Ledger ledger;
    private final Engine engine;
    private final ModelResidency residency;

    private NodeAgent(NodeConfig config, Device device, ImageSource images) {
        this.config = config;
        this.device = device;
        this.ledger = new Ledger(device.memory().capacityBytes());
        this.engine = Engine.start("engine-" + config.nodeId(), config.engine(), config.faults(), System::nanoTime);
        ledger.serve(bytes -> engine.reclaim(ledger, bytes), engine::wake);
        this.residency = ModelResidency.start(
                "loader-" + config.nodeId(),
                new ModelResidency.Site(device, ledger, engine),
                images,
                config.engine(),
                config.memory());
    }

    /// Starts the engine and the loader; no model is resident yet.
    ///
    /// @param device closed by its owner, after the agent
    public static NodeAgent start(NodeConfig config, Device device, ImageSource images) {
        return new NodeAgent(config, device, images);
    }

    /// Starts a node whose models come from `store`.
    public static NodeAgent start(NodeConfig config, Device device, ModelStore store) {
        return start(config, device, model -> {
            StoredModel stored = store.find(model)
                    .orElseThrow(() ->
                            ServingException.of(ErrorCode.MODEL_NOT_FOUND, "model", "the store has no model " + model));
            return store.openImage(stored);
        });
    }

    /// The door for gateways in this process.
    public NodeClient client() {
        return new LocalNodeClient(new RequestDoor(device.numericsClass()), residency, engine, this::snapshot);
    }

    /// Wishes `model` onto the device. Idempotent; returns when its place is reserved and its load
    /// has begun. Requests for it may be sent at once.
    ///
    /// @throws dev.troupe.protocol.ServingException `MODEL_NOT_FOUND`, `OUT_OF_MEMORY` with the
    ///     numbers, or `MODEL_UNAVAILABLE` when its image cannot be read
    public void ensure(Digest model) {
        residency.ensure(model);
    }

    /// Takes `model` off the device; its running sequences fail with `MODEL_UNAVAILABLE`. Returns
    /// when its memory was given back. Idempotent.
    public void release(Digest model) {
        residency.release(model);
    }

    /// What this node holds and does; may be a step old.
    public NodeSnapshot snapshot() {
        EngineView view = engine.view();
        NodeSnapshot.MemoryUse memory = new NodeSnapshot.MemoryUse(
                ledger.capacityBytes(),
                ledger.usedBytes(Ledger.Kind.WEIGHTS),
                ledger.usedBytes(Ledger.Kind.KV),
                ledger.usedBytes(Ledger.Kind.WORKSPACE) + ledger.usedBytes(Ledger.Kind.STAGING));
        return new NodeSnapshot(
                config.nodeId(),
                device.name(),
                device.numericsClass(),
                Residents.served(residency.list(), engine.stopReason()),
                memory,
                view.load(),
                view.counters(),
                new StepTimes(view.phases(), ops(device.times())));
    }

    private static List<StepTimes.Op> ops(OpTimes times) {
        return times.entries().stream()
                .map(op -> new StepTimes.Op(op.kind().label(), op.calls(), op.nanos(), op.waitNanos()))
                .toList();
    }

    /// Running sequences get `Failed(SHUTTING_DOWN)`; all memory is given back. Idempotent.
    ///
    /// @throws IllegalStateException when something was not given back
    @Override
    public void close() {
        engine.close();
        residency.close();
        ledger.checkIntegrity();
        if (ledger.usedBytes() != 0) {
            throw new IllegalStateException("closed with open leases: " + ledger.openLeases());
        }
    }
}
