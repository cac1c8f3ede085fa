package dev.troupe.control.metrics;

import dev.troupe.protocol.generate.NodeClient;
import dev.troupe.protocol.node.NodeSnapshot.Counters;
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
        blocks(registry, node, "used", Load::usedBlocks);
        blocks(registry, node, "cached", Load::cachedBlocks);
        blocks(registry, node, "total", Load::totalBlocks);
        counter(registry, node, "engine.steps", all -> all.steps().count());
        counter(registry, node, "engine.mixed.steps", all -> all.steps().mixed());
        counter(registry, node, "engine.prefill.tokens", all -> all.steps().prefillTokens());
        counter(registry, node, "engine.decode.tokens", all -> all.steps().decodeTokens());
        counter(registry, node, "prefix.cache.hits", all -> all.prefixCache().hits());
        counter(
                registry,
                node,
                "prefix.cache.hit.tokens",
                all -> all.prefixCache().hitTokens());
        counter(
                registry,
                node,
                "prefix.cache.evicted.blocks",
                all -> all.prefixCache().evictedBlocks());
        counter(registry, node, "num.preemptions", all -> all.preemptions().count());
        counter(registry, node, "preempted.tokens", all -> all.preemptions().lostTokens());
        counter(
                registry,
                node,
                "spec.decode.num.draft.tokens",
                all -> all.speculation().proposedTokens());
        counter(
                registry,
                node,
                "spec.decode.num.accepted.tokens",
                all -> all.speculation().acceptedTokens());
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

    private static void blocks(MeterRegistry registry, NodeClient node, String kind, ToDoubleFunction<Load> count) {
        Gauge.builder(
                        "troupe.kv.blocks",
                        node,
                        client -> count.applyAsDouble(client.snapshot().load()))
                .tags(Tags.of("kind", kind))
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry, NodeClient node, String name, ToDoubleFunction<Counters> value) {
        FunctionCounter.builder(
                        "troupe." + name,
                        node,
                        client -> value.applyAsDouble(client.snapshot().counters()))
                .register(registry);
    }
}
