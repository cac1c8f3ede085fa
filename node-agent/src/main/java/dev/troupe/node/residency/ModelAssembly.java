package dev.troupe.node.residency;

import dev.troupe.kernel.Device;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.EngineModel;
import dev.troupe.node.kv.BlockPool;
import dev.troupe.node.kv.KvLayout;
import dev.troupe.node.ledger.DeviceRegion;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.node.model.LayerGates;
import dev.troupe.node.model.ModelExecutor;
import dev.troupe.node.model.StepShape;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.image.ChunkSource;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.spec.ModelSpec;
import java.io.IOException;

/// Makes room for a model: weights, workspace and an empty block pool, everything a step needs but
/// the weights' bytes.
final class ModelAssembly {
    private final Device device;
    private final Ledger ledger;
    private final ImageSource images;
    private final EngineLimits engineLimits;
    private final MemoryLimits memoryLimits;

    ModelAssembly(
            Device device, Ledger ledger, ImageSource images, EngineLimits engineLimits, MemoryLimits memoryLimits) {
        this.device = device;
        this.ledger = ledger;
        this.images = images;
        this.engineLimits = engineLimits;
        this.memoryLimits = memoryLimits;
    }

    /// A place for a model whose weights are still to come.
    ///
    /// @param forEngine handed to the engine, which closes its pool
    /// @param resources the rest, closed after the engine has let go
    record Assembled(
            ChunkSource source,
            DeviceRegion weights,
            LayerGates gates,
            EngineModel forEngine,
            ServedModel served,
            ResourceStack resources) {}

    /// @param gateOpened called whenever a layer may run that could not before
    /// @throws ServingException when there is no such model, no room, or no sense in its directory;
    ///     then nothing is kept
    Assembled assemble(Digest digest, Runnable gateOpened) {
        ResourceStack resources = new ResourceStack();
        try {
            ChunkSource source = resources.own(open(digest));
            return assemble(digest, source, gateOpened, resources);
        } catch (RuntimeException e) {
            resources.close();
            throw e;
        }
    }

    private Assembled assemble(Digest digest, ChunkSource source, Runnable gateOpened, ResourceStack resources) {
        ImageManifest manifest = source.manifest();
        ModelSpec spec = manifest.spec();
        String owner = "model " + digest.shortHex();
        if (manifest.gateEnds().size() != spec.layers() + 2) {
            throw unavailable(
                    owner + ": the image has " + manifest.gateEnds().size() + " gates for " + spec.layers()
                            + " layers; expected two more than layers",
                    null);
        }
        int positions = Math.min(spec.contextLength(), memoryLimits.maxContextLength());
        DeviceRegion weights = resources.own(
                DeviceRegion.require(device.memory(), ledger, owner, Ledger.Kind.WEIGHTS, manifest.bytes()));
        LayerGates gates = new LayerGates(spec.layers(), gateOpened);
        ModelExecutor executor = resources.own(
                ModelExecutor.create(device, ledger, manifest, weights.address(), gates, stepShape(positions)));
        KvLayout layout = ModelExecutor.kvLayout(spec);
        BlockPool.Limits limits = blockLimits(owner, layout, positions);
        BlockPool blocks = new BlockPool(owner, layout, limits, device.memory(), ledger);
        return new Assembled(
                source,
                weights,
                gates,
                new EngineModel(digest, blocks, executor),
                new ServedModel(manifest.tokenCount(), positions, Math.min(limits.blocks(), limits.blocksPerTable())),
                resources);
    }

    private ChunkSource open(Digest digest) {
        try {
            return images.open(digest);
        } catch (IOException e) {
            throw unavailable("model " + digest + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private StepShape stepShape(int positions) {
        int rows = engineLimits.tokenBudget();
        return new StepShape(rows, Math.min(rows, engineLimits.maxLogitRows()), positions);
    }

    /// The pool may grow into its share of what weights and workspaces leave.
    private BlockPool.Limits blockLimits(String owner, KvLayout layout, int positions) {
        long leftBytes = ledger.capacityBytes()
                - ledger.usedBytes(Ledger.Kind.WEIGHTS)
                - ledger.usedBytes(Ledger.Kind.WORKSPACE);
        long shareBytes = (long) (leftBytes * memoryLimits.kvShare());
        int blocks = Math.min(memoryLimits.maxBlocks(), layout.blocksIn(shareBytes));
        if (blocks < 1) {
            throw ServingException.of(
                    ErrorCode.OUT_OF_MEMORY,
                    owner + " needs " + layout.slabBytes() + " bytes for its least KV slab; its share is " + shareBytes
                            + " of " + ledger.capacityBytes());
        }
        return new BlockPool.Limits(blocks, engineLimits.maxSequences(), KvLayout.blocksFor(positions));
    }

    private static ServingException unavailable(String message, IOException cause) {
        return ServingException.causedBy(ErrorCode.MODEL_UNAVAILABLE, message, cause);
    }
}
