package dev.troupe.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.Device;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.engine.RecordingSink;
import dev.troupe.node.model.TestImage;
import dev.troupe.node.residency.ImageSource;
import dev.troupe.node.residency.MemoryLimits;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.store.ModelStore;
import org.awaitility.Awaitility;

/// A node with its own device for one test; closing it checks that nothing is left on the device.
final class Node implements AutoCloseable {
    private final Device device;
    private final NodeAgent agent;

    Node(Device device, NodeConfig config, ImageSource images) {
        this.device = device;
        this.agent = NodeAgent.start(config, device, images);
    }

    Node(Device device, NodeConfig config, ModelStore store) {
        this.device = device;
        this.agent = NodeAgent.start(config, device, store);
    }

    Node(Device device, TestImage image, EngineLimits limits, MemoryLimits memory) {
        this(device, NodeConfig.defaults("test").withEngine(limits).withMemory(memory), _ -> image.open());
        agent.ensure(image.digest());
    }

    NodeAgent agent() {
        return agent;
    }

    Device device() {
        return device;
    }

    RecordingSink submit(GenerationRequest request) {
        RecordingSink sink = new RecordingSink();
        agent.client().generate(request, Integer.MAX_VALUE, sink);
        return sink;
    }

    void awaitIdle() {
        Awaitility.await().untilAsserted(() -> {
            assertThat(agent.snapshot().load().runningSequences()).isZero();
            assertThat(agent.snapshot().load().usedBlocks()).isZero();
        });
    }

    void awaitState(Digest model, ModelResidence.State state) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(agent.snapshot().models()).anySatisfy(residence -> {
                    assertThat(residence.model()).isEqualTo(model);
                    assertThat(residence.state()).isEqualTo(state);
                }));
    }

    @Override
    public void close() {
        agent.close();
        assertThat(device.memory().committedBytes()).isZero();
        device.close();
    }
}
