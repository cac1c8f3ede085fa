package dev.troupe.bench.engine;

import dev.troupe.bench.speed.MachineLimits;
import dev.troupe.bench.speed.Measure;
import dev.troupe.bench.speed.Meter;
import dev.troupe.bench.speed.ModelCost;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Our engine with one model, freshly packed, ready.
public final class OurEngine implements AutoCloseable {
    private final TemporaryFolder folder;
    private final DemoStage stage;
    private final OpenEngine engine;
    private final Meter meter;

    private OurEngine(TemporaryFolder folder, DemoStage stage, OpenEngine engine) {
        this.folder = folder;
        this.stage = stage;
        this.engine = engine;
        this.meter = new Meter(engine.node(), engine.target(DemoStage.NAME), stage.tokenCount());
    }

    /// @param limits of the engine
    public static OurEngine open(Path file, String level, int threads, EngineLimits limits)
            throws IOException, InterruptedException {
        TemporaryFolder folder = TemporaryFolder.create("troupe-bench-");
        try {
            Digest digest = ModelStore.open(folder.path())
                    .importFile(file, ImportProgress.none())
                    .digest();
            DemoStage stage = DemoStage.open(folder.path(), digest, CpuDevices.opener());
            OpenEngine engine = stage.start(level, threads, limits);
            OurEngine ours = new OurEngine(folder, stage, engine);
            stage.awaitReady(engine);
            return ours;
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /// Tokens per second of one run, greedy.
    public double once(Measure measure) throws InterruptedException {
        return once(measure, SamplingParams.greedy());
    }

    double once(Measure measure, SamplingParams sampling) throws InterruptedException {
        return meter.once(measure, meter.requests(measure, sampling));
    }

    double once(Measure measure, GenerationRequest request) throws InterruptedException {
        return meter.once(measure, List.of(request));
    }

    /// For requests that a measure does not describe.
    Meter meter() {
        return meter;
    }

    NodeSnapshot snapshot() {
        return engine.node().snapshot();
    }

    /// Token ids of a text, without any template.
    List<Integer> encode(String text) throws IOException {
        return stage.tokenizer().encode(text);
    }

    /// What the machine allows at most, in the measure's unit.
    double mostPerSecond(Measure measure, MachineLimits machine) {
        return measure.mostPerSecond(machine, cost());
    }

    ModelCost cost() {
        return ModelCost.of(stage.manifest());
    }

    @Override
    public void close() throws IOException {
        try (folder) {
            engine.close();
        }
    }
}
