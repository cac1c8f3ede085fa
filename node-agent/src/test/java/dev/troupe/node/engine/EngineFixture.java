package dev.troupe.node.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.node.kv.BlockPool;
import dev.troupe.node.kv.KvLayout;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.Scoring;
import dev.troupe.protocol.generate.ServingTarget;
import dev.troupe.protocol.generate.StopTokens;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;

/// An engine with fake models on a device that is only memory.
final class EngineFixture implements AutoCloseable {
    private final ReferenceDevice device = new ReferenceDevice(64 * DeviceMemory.PAGE_BYTES);
    private final Ledger ledger = new Ledger(device.memory().capacityBytes());
    private final EngineLimits limits;
    final Engine engine;

    EngineFixture(EngineLimits limits) {
        this(limits, Set.of());
    }

    EngineFixture(EngineLimits limits, Set<EngineFault> faults) {
        this.limits = limits;
        this.engine = Engine.start("engine-test", limits, faults, System::nanoTime);
    }

    static Digest digest(int number) {
        return new Digest("sha256:" + String.format("%064x", number));
    }

    /// @param blocks the pool's cap
    void attach(int model, StepExecutor executor, int blocks) {
        BlockPool pool = new BlockPool(
                "model " + model,
                new KvLayout(1, 4096),
                new BlockPool.Limits(blocks, limits.maxSequences(), 1024),
                device.memory(),
                ledger);
        engine.attach(new EngineModel(digest(model), pool, executor));
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
        assertThat(ledger.usedBytes()).isZero();
        assertThat(device.memory().committedBytes()).isZero();
        device.close();
    }

    void detach(int model) {
        engine.detach(digest(model), new TokenEvent.Failed(ErrorCode.MODEL_UNAVAILABLE, "released"))
                .join();
    }
}
