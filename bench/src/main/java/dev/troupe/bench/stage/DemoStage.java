package dev.troupe.bench.stage;

import dev.troupe.kernel.Device;
import dev.troupe.node.agent.NodeAgent;
import dev.troupe.node.agent.NodeConfig;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import dev.troupe.store.image.ImageManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Opens one stored model the way a node does by default: these are the settings to measure.
public final class DemoStage {
    /// How its one model is called.
    public static final String NAME = "model";

    private static final long CAPACITY_BYTES = 4L << 30;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(1);

    private final ModelStore store;
    private final StoredModel model;
    private final CpuDevices.Opener devices;

    private DemoStage(ModelStore store, StoredModel model, CpuDevices.Opener devices) {
        this.store = store;
        this.model = model;
        this.devices = devices;
    }

    /// @param folder of a store that holds `digest`
    public static DemoStage open(Path folder, Digest digest, CpuDevices.Opener devices) throws IOException {
        ModelStore store = ModelStore.open(folder);
        StoredModel model = store.find(digest)
                .orElseThrow(() -> ServingException.of(ErrorCode.MODEL_NOT_FOUND, "model", digest + " is not stored"));
        return new DemoStage(store, model, devices);
    }

    public OpenEngine start(String level, int threads) {
        Device device = devices.open(level, threads, CAPACITY_BYTES);
        try {
            NodeAgent agent = NodeAgent.start(NodeConfig.defaults("bench"), device, _ -> store.openImage(model));
            NodeEngine engine = new NodeEngine(device, agent, Map.of(NAME, model.digest()));
            engine.ensure();
            return engine;
        } catch (RuntimeException e) {
            device.close();
            throw e;
        }
    }

    /// Returns when every layer is on the device.
    public void awaitReady(OpenEngine engine) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady(engine)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the model was not ready within " + PATIENCE);
            }
            Thread.sleep(POLL);
        }
    }

    public ImageManifest manifest() {
        return model.manifest();
    }

    public int vocabularySize() {
        return model.manifest().spec().vocabularySize();
    }

    private static boolean isReady(OpenEngine engine) {
        return engine.node().snapshot().models().stream()
                .anyMatch(residence -> residence.state() == ModelResidence.State.READY);
    }
}
