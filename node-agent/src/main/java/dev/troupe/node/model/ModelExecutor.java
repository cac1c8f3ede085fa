package dev.troupe.node.model;

import dev.troupe.kernel.Device;
import dev.troupe.node.engine.StepExecutor;
import dev.troupe.node.engine.StepInput;
import dev.troupe.node.kv.KvLayout;
import dev.troupe.node.ledger.DeviceRegion;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.spec.ModelSpec;

/// Runs one model's steps on a device, layer by layer as its gates open. Owns the workspace and the
/// rotations.
public final class ModelExecutor implements StepExecutor, AutoCloseable {
    private final DecoderModel model;
    private final LayerGates gates;
    private final StepShape shape;
    private final StepBuffers buffers;
    private final DeviceRegion region;

    private ModelExecutor(
            DecoderModel model, LayerGates gates, StepShape shape, StepBuffers buffers, DeviceRegion region) {
        this.model = model;
        this.gates = gates;
        this.shape = shape;
        this.buffers = buffers;
        this.region = region;
    }

    /// Reserves the workspace and uploads the rotations.
    ///
    /// @param manifest of an image whose data lies, or will lie, at `weights`
    /// @param gates tell which of the image's layers are there
    /// @throws dev.troupe.protocol.ServingException `OUT_OF_MEMORY` with the numbers, or
    ///     `MODEL_UNAVAILABLE` when the manifest's tensors do not make the model
    public static ModelExecutor create(
            Device device, Ledger ledger, ImageManifest manifest, long weights, LayerGates gates, StepShape shape) {
        ModelSpec spec = manifest.spec();
        ModelWeights placed = ModelWeights.of(manifest, weights);
        AddressPlan size = new AddressPlan(0);
        Placed.take(size, device, spec, placed, shape);
        DeviceRegion region =
                DeviceRegion.require(device.memory(), ledger, "workspace", Ledger.Kind.WORKSPACE, size.bytes());
        try {
            Placed own = Placed.take(new AddressPlan(region.address()), device, spec, placed, shape);
            Workspace space = own.space();
            own.rotations().writeTo(device.memory(), shape.positions());
            DecoderModel model =
                    new DecoderModel(device.kernels(), spec, manifest.tokenCount(), placed, space, own.rotations());
            StepBuffers buffers =
                    new StepBuffers(device.memory(), space.meta(), space.head().asked(), shape);
            return new ModelExecutor(model, gates, shape, buffers, region);
        } catch (RuntimeException e) {
            region.close();
            throw e;
        }
    }

    /// What an executor has on the device.
    private record Placed(RotationTables rotations, Workspace space) {
        static Placed take(AddressPlan plan, Device device, ModelSpec spec, ModelWeights weights, StepShape shape) {
            return new Placed(
                    RotationTables.take(plan, spec.attention(), shape.positions()),
                    Workspace.take(
                            plan,
                            shape,
                            spec,
                            LayerRules.shape(spec.attention()),
                            weights.hasGatesApart(),
                            device.kernels()));
        }
    }

    /// How the model's KV blocks lie. Also blocks that no window reaches any more keep their place.
    public static KvLayout kvLayout(ModelSpec spec) {
        return KvLayout.of(spec.layers(), LayerRules.shape(spec.attention()));
    }

    @Override
    public StepRun begin(StepInput input) {
        int rows =
                input.slices().stream().mapToInt(slice -> slice.tokens().length).sum();
        int asks =
                input.slices().stream().mapToInt(slice -> slice.asks().size()).sum();
        if (rows > shape.rows() || asks > shape.logitRows()) {
            throw new IllegalArgumentException("a step of " + rows + " rows and " + asks + " asks; the limits are "
                    + shape.rows() + " and " + shape.logitRows());
        }
        buffers.write(input);
        return new ModelRun(input, new StepRows(rows, asks));
    }

    /// Gives the workspace back. The engine must have let go of the model.
    @Override
    public void close() {
        region.close();
    }

    /// One step; `nextGate` says how far it came.
    private final class ModelRun implements StepRun {
        private final StepInput input;
        private final StepRows rows;
        private int nextGate;

        ModelRun(StepInput input, StepRows rows) {
            this.input = input;
            this.rows = rows;
        }

        @Override
        public Progress advance() {
            while (nextGate < gates.count()) {
                if (!gates.isOpen(nextGate)) {
                    return new Waiting(nextGate);
                }
                pass(nextGate++);
            }
            return new Done(Answers.of(input, buffers.readChoices(rows.asked())));
        }

        private void pass(int gate) {
            if (gate == 0) {
                model.embed(rows.all());
            } else if (gate < gates.count() - 1) {
                model.forward(new Span(gate - 1, gate), rows);
            } else if (rows.asked() > 0) {
                model.choose(rows);
            }
        }
    }
}
