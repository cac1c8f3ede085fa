package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.node.kv.BlockPool;
import dev.troupe.node.kv.KvLayout;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.CacheDomain;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;

/// An engine with fake models on a device that is only memory.
final class EngineFixture implements AutoCloseable {
    private final ReferenceDevice device = new ReferenceDevice(10 * DeviceMemory.PAGE_BYTES);
    private final Ledger ledger = new Ledger(device.memory().capacityBytes());
    private final EngineLimits limits;
    final Engine engine;

    EngineFixture(EngineLimits limits) {
        this(limits, Set.of());
    }

    EngineFixture(EngineLimits limits, Set<EngineFault> faults) {
        this(limits, faults, System::nanoTime);
    }

    EngineFixture(EngineLimits limits, Set<EngineFault> faults, LongSupplier nanoClock) {
        this.limits = limits;
        this.engine = Engine.start("engine-test", limits, faults, nanoClock);
        ledger.serve(bytes -> engine.reclaim(ledger, bytes), engine::wake);
    }

    static Digest digest(int number) {
        return new Digest("sha256:" + String.format("%064x", number));
    }

    /// @param blocks the pool's cap
    void attach(int model, StepExecutor executor, int blocks) {
        if (executor instanceof FakeExecutor fake) {
            adopt(fake);
        }
        BlockPool pool = new BlockPool(
                "model " + model,
                new KvLayout(1, 4096),
                new BlockPool.Limits(blocks, limits.maxSequences(), 1024),
                device.memory(),
                ledger);
        engine.attach(new EngineModel(digest(model), pool, executor));
    }

    /// A model of which one slab holds four blocks, so that two fight for the device.
    void attachLarge(int model, FakeExecutor executor) {
        adopt(executor);
        BlockPool pool = new BlockPool(
                "model " + model,
                new KvLayout(1, DeviceMemory.PAGE_BYTES / 4),
                new BlockPool.Limits(1000, limits.maxSequences(), 1024),
                device.memory(),
                ledger);
        engine.attach(new EngineModel(digest(model), pool, executor));
    }

    /// Gives a fake model its memory; {@link #attach} does it for one that is not wrapped.
    FakeExecutor adopt(FakeExecutor executor) {
        executor.useMemory(device.memory());
        return executor;
    }

    RecordingSink submit(GenerationRequest request) {
        RecordingSink sink = new RecordingSink();
        engine.submit(request, Integer.MAX_VALUE, sink);
        return sink;
    }

    void awaitIdle() {
        Awaitility.await().untilAsserted(() -> {
            assertThat(engine.view().load().runningSequences()).isZero();
            assertThat(engine.view().load().waitingSequences()).isZero();
            assertThat(engine.view().load().usedBlocks()).isZero();
        });
    }

    /// What was counted when `ended` requests had ended. A caller hears its end before it is counted: the view is
    /// published behind the step.
    NodeSnapshot.Counters countersAfter(int ended) {
        return Awaitility.await().until(() -> engine.view().counters(), counters -> {
            NodeSnapshot.Ends ends = counters.ends();
            return ends.finished() + ends.cancelled() + ends.failed() >= ended;
        });
    }

    static GenerationRequest request(int model, List<Integer> prompt, int maxTokens) {
        return request(model, prompt, maxTokens, List.of(), false);
    }

    static GenerationRequest request(
            int model, List<Integer> prompt, int maxTokens, List<Integer> stops, boolean promptToo) {
        return new GenerationRequest(
                "test",
                new ServingTarget(digest(model), "portable-1"),
                Optional.empty(),
                prompt,
                maxTokens,
                StopTokens.of(stops),
                SamplingParams.greedy(),
                new Scoring(0, promptToo));
    }

    /// With a cache; requests of one domain share it.
    static GenerationRequest cached(int model, int domain, List<Integer> prompt, int maxTokens, boolean promptToo) {
        GenerationRequest request = request(model, prompt, maxTokens, List.of(), promptToo);
        return new GenerationRequest(
                request.id(),
                request.target(),
                Optional.of(new CacheDomain(String.format("%064x", domain))),
                prompt,
                maxTokens,
                request.stopTokens(),
                request.sampling(),
                request.scoring());
    }

    static GenerationRequest cached(List<Integer> prompt, int maxTokens) {
        return cached(1, 1, prompt, maxTokens, false);
    }

    static List<Integer> prompt(int length, int seed) {
        List<Integer> prompt = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            prompt.add(Math.floorMod(seed * 7919 + i * 31, FakeExecutor.VOCABULARY));
        }
        return prompt;
    }

    /// What the fake model generates, computed without an engine.
    static List<Integer> expected(List<Integer> prompt, int count) {
        List<Integer> all = new ArrayList<>(prompt);
        for (int i = 0; i < count; i++) {
            all.add(FakeExecutor.after(all).id());
        }
        return all.subList(prompt.size(), all.size());
    }

    @Override
    public void close() {
        engine.close();
        ledger.checkIntegrity();
        assertThat(ledger.openLeases()).isEmpty();
        assertThat(device.memory().committedBytes()).isZero();
        device.close();
    }

    void detach(int model) {
        engine.detach(digest(model), new TokenEvent.Failed(ErrorCode.MODEL_UNAVAILABLE, "released"))
                .join();
    }
}
