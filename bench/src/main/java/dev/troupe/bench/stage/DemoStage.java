package dev.troupe.bench.stage;

import dev.troupe.kernel.Device;
import dev.troupe.node.agent.NodeAgent;
import dev.troupe.node.agent.NodeConfig;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Opens stored models the way a node does by default: these are the settings to measure.
public final class DemoStage {
    /// How a model is called that is alone.
    public static final String NAME = "model";

    private static final long CAPACITY_BYTES = 4L << 30;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(1);

    private final ModelStore store;
    private final Map<String, StoredModel> models;
    private final CpuDevices.Opener devices;

    private DemoStage(ModelStore store, Map<String, StoredModel> models, CpuDevices.Opener devices) {
        this.store = store;
        this.models = models;
        this.devices = devices;
    }

    /// @param folder of a store that holds `digest`
    public static DemoStage open(Path folder, Digest digest, CpuDevices.Opener devices) throws IOException {
        return open(folder, Map.of(NAME, digest), devices);
    }

    /// @param folder of a store that holds all of `digests`
    /// @param digests by name, at least one
    public static DemoStage open(Path folder, Map<String, Digest> digests, CpuDevices.Opener devices)
            throws IOException {
        ModelStore store = ModelStore.open(folder);
        Map<String, StoredModel> models = new LinkedHashMap<>();
        digests.forEach((name, digest) -> models.put(name, find(store, digest)));
        return new DemoStage(store, models, devices);
    }

    private static StoredModel find(ModelStore store, Digest digest) {
        return store.find(digest)
                .orElseThrow(() -> ServingException.of(ErrorCode.MODEL_NOT_FOUND, "model", digest + " is not stored"));
    }

    public OpenEngine start(String level, int threads) {
        return start(level, threads, EngineLimits.defaults());
    }

    public OpenEngine start(String level, int threads, EngineLimits limits) {
        Device device = devices.open(level, threads, CAPACITY_BYTES);
        try {
            NodeAgent agent = NodeAgent.start(
                    NodeConfig.defaults("bench").withEngine(limits),
                    device,
                    digest -> store.openImage(find(store, digest)));
            Map<String, Digest> digests = new LinkedHashMap<>();
            models.forEach((name, model) -> digests.put(name, model.digest()));
            NodeEngine engine = new NodeEngine(device, agent, digests);
            engine.ensure();
            return engine;
        } catch (RuntimeException e) {
            device.close();
            throw e;
        }
    }

    /// Returns when every layer of every model is on the device.
    public void awaitReady(OpenEngine engine) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady(engine)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the model was not ready within " + PATIENCE);
            }
            Thread.sleep(POLL);
        }
    }

    /// Of the first model.
    public ImageManifest manifest() {
        return models.values().iterator().next().manifest();
    }

    /// Of the first model.
    public Tokenizer tokenizer() throws IOException {
        return store.text(models.values().iterator().next()).tokenizer();
    }

    public int tokenCount() {
        return manifest().tokenCount();
    }

    private boolean isReady(OpenEngine engine) {
        return engine.node().snapshot().models().stream()
                        .filter(residence -> residence.state() == ModelResidence.State.READY)
                        .count()
                == models.size();
    }
}
