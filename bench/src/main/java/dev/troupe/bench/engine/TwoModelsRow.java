package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.speed.Measure;
import dev.troupe.bench.speed.Meter;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Two models on one device, asked in turn, against one that gets all the requests.
record TwoModelsRow(EngineSettings settings, Consumer<String> progress) {
    private static final Measure BURST = Measure.whole(8, 16, 32);
    private static final int TURNS = 8;
    private static final String TWO = "two";
    private static final String ONE = "one";

    /// @param files of two models that cost the same
    Comparison run(List<Path> files) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-")) {
            ModelStore store = ModelStore.open(folder.path());
            Map<String, Digest> digests = new LinkedHashMap<>();
            for (Path file : files) {
                digests.put(
                        file.getFileName().toString(),
                        store.importFile(file, ImportProgress.none()).digest());
            }
            DemoStage stage = DemoStage.open(folder.path(), digests, CpuDevices.opener());
            try (OpenEngine engine = stage.start(settings.level(), settings.threads(), ModelDuel.PLAIN)) {
                stage.awaitReady(engine);
                return compare(digests.keySet().stream()
                        .map(name -> new Meter(engine.node(), engine.target(name), stage.tokenCount()))
                        .toList());
            }
        }
    }

    private Comparison compare(List<Meter> meters) throws IOException, InterruptedException {
        List<Meter> first = List.of(meters.getFirst(), meters.getFirst());
        turns(meters);
        Duel duel = new Duel(progress);
        duel.run(
                List.of(
                        new Trial(EngineGoals.TWO_MODELS, () -> Map.of(TWO, turns(meters))),
                        new Trial("one model, the same requests", () -> Map.of(ONE, turns(first)))),
                settings.rounds());
        return new Comparison(
                EngineGoals.TWO_MODELS,
                EngineGoals.TWINS,
                EngineGoals.OURS,
                "tokens/s",
                duel.best(TWO, Better.MORE),
                duel.best(ONE, Better.MORE),
                EngineGoals.find(EngineGoals.TWO_MODELS, EngineGoals.TWINS, EngineGoals.OURS),
                OptionalDouble.empty());
    }

    /// Tokens per second over all turns.
    private static double turns(List<Meter> meters) throws InterruptedException {
        double secondsPerToken = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            Meter meter = meters.get(turn % meters.size());
            secondsPerToken += 1 / meter.once(BURST, meter.requests(BURST, SamplingParams.greedy()));
        }
        return TURNS / secondsPerToken;
    }
}
