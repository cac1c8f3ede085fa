package dev.troupe.control.metrics;

import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.NodeSnapshot.Load;
import dev.troupe.protocol.node.NodeSnapshot.MemoryUse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/// What the node says about itself, read when it is asked for.
final class NodeGauges {
    private NodeGauges() {}

    static void register(MeterRegistry registry, NodeClient node) {
        load(registry, node, "num.requests.running", Load::runningSequences);
        load(registry, node, "num.requests.waiting", Load::waitingSequences);
        load(registry, node, "kv.cache.usage.perc", NodeGauges::kvShare);
        memory(registry, node, "total", MemoryUse::totalBytes);
        memory(registry, node, "weights", MemoryUse::weightBytes);
        memory(registry, node, "kv", MemoryUse::kvBytes);
        memory(registry, node, "workspace", MemoryUse::workspaceBytes);
        counter(
                registry,
                node,
                "engine.steps",
                snapshot -> snapshot.counters().steps().count());
        counter(
                registry,
                node,
                "engine.mixed.steps",
                snapshot -> snapshot.counters().steps().mixed());
        counter(
                registry,
                node,
                "engine.prefill.tokens",
                snapshot -> snapshot.counters().steps().prefillTokens());
        counter(
                registry,
                node,
                "engine.decode.tokens",
                snapshot -> snapshot.counters().steps().decodeTokens());
    }

    /// `0..1`.
    private static double kvShare(Load load) {
        return load.totalBlocks() == 0 ? 0 : (double) load.usedBlocks() / load.totalBlocks();
    }

    private static void load(MeterRegistry registry, NodeClient node, String name, ToDoubleFunction<Load> value) {
        Gauge.builder(
                        "troupe." + name,
                        node,
                        client -> value.applyAsDouble(client.snapshot().load()))
                .register(registry);
    }

    private static void memory(
            MeterRegistry registry, NodeClient node, String kind, ToDoubleFunction<MemoryUse> bytes) {
        Gauge.builder(
                        "troupe.device.memory",
                        node,
                        client -> bytes.applyAsDouble(client.snapshot().memory()))
                .baseUnit("bytes")
                .tags(Tags.of("kind", kind))
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry, NodeClient node, String name, ToDoubleFunction<NodeSnapshot> value) {
        FunctionCounter.builder("troupe." + name, node, client -> value.applyAsDouble(client.snapshot()))
                .register(registry);
    }
}
