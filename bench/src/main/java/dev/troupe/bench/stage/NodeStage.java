package dev.troupe.bench.stage;

import dev.troupe.bench.fault.Faults;
import dev.troupe.bench.workload.Setup;
import dev.troupe.kernel.Device;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.node.agent.NodeAgent;
import dev.troupe.node.agent.NodeConfig;
import dev.troupe.node.draft.SpeculationLimits;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import dev.troupe.store.image.ChunkSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Opens real nodes, each on a device of its own. The packed images stay in the store.
public final class NodeStage implements Stage {
    private static final long CAPACITY_BYTES = 4L << 30;
    private static final long REFERENCE_CAPACITY_BYTES = 512L << 20;
    private static final int LEAST_LOGIT_ROWS = 64;

    private final ModelStore store;
    private final Map<String, StoredModel> models;
    private final Faults faults;
    private final CpuDevices.Opener devices;

    public NodeStage(ModelStore store, List<ModelCast.Member> models, Faults faults) {
        this.store = store;
        this.models = models.stream()
                .collect(Collectors.toUnmodifiableMap(model -> model.role().name(), ModelCast.Member::stored));
        this.faults = faults;
        this.devices = CpuDevices.opener(faults.kernel());
    }

    @Override
    public OpenEngine open(List<String> names, Setup setup) {
        return open(names, setup, devices.open(setup.level(), setup.threads(), CAPACITY_BYTES));
    }

    @Override
    public OpenEngine openReference(String model, Setup setup) {
        return open(List.of(model), setup, new ReferenceDevice(REFERENCE_CAPACITY_BYTES));
    }

    private OpenEngine open(List<String> names, Setup setup, Device device) {
        Map<String, Digest> digests = names.stream()
                .collect(Collectors.toMap(name -> name, name -> models.get(name).digest()));
        try {
            NodeAgent agent = NodeAgent.start(config(setup), device, this::openImage);
            NodeEngine engine = new NodeEngine(device, agent, digests);
            engine.ensure();
            return engine;
        } catch (RuntimeException e) {
            device.close();
            throw e;
        }
    }

    private NodeConfig config(Setup setup) {
        EngineLimits limits = new EngineLimits(
                        setup.step().tokens(),
                        setup.step().sliceTokens(),
                        setup.sequences(),
                        setup.waiting(),
                        Math.max(LEAST_LOGIT_ROWS, setup.sequences()),
                        setup.speculate() ? SpeculationLimits.defaults() : SpeculationLimits.off())
                // Whoever is taken in too early is preempted: that is what shall be seen.
                .withGrowthReserve(0);
        NodeConfig defaults = NodeConfig.defaults("bench");
        return defaults.withEngine(limits)
                .withMemory(defaults.memory().withMaxBlocks(setup.poolBlocks()))
                .withFaults(faults.engine());
    }

    private ChunkSource openImage(Digest digest) throws IOException {
        StoredModel model = store.find(digest)
                .orElseThrow(() -> ServingException.of(ErrorCode.MODEL_NOT_FOUND, "model", digest + " is not stored"));
        return store.openImage(model);
    }
}
