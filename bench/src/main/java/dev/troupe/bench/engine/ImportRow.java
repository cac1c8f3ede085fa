package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Sample;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// How fast a file becomes a stored model: read twice, hashed twice, copied, packed, and on the disk
/// for good.
record ImportRow(EngineSettings settings, Consumer<String> progress) {
    private static final double NEEDED_MB_PER_SECOND = 200;
    private static final double MEGA = 1e6;
    private static final double NANOS = 1e9;
    private static final String SPEED = "speed";

    Comparison run(PeerModels.Named model) throws IOException, InterruptedException {
        double megabytes = Files.size(model.file()) / MEGA;
        Duel duel = new Duel(progress);
        duel.run(List.of(new Trial("import, " + model.name(), () -> Map.of(SPEED, once(model, megabytes)))), 1);
        return new Comparison(
                EngineGoals.IMPORT,
                model.name(),
                EngineGoals.NEEDED,
                "MB/s",
                duel.best(SPEED, Better.MORE),
                new Sample(NEEDED_MB_PER_SECOND, 0),
                EngineGoals.find(EngineGoals.IMPORT, model.name(), EngineGoals.NEEDED),
                OptionalDouble.empty());
    }

    private double once(PeerModels.Named model, double megabytes) throws IOException {
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-")) {
            ModelStore store = ModelStore.open(folder.path());
            long start = System.nanoTime();
            store.importFile(model.file(), ImportProgress.none());
            double seconds = (System.nanoTime() - start) / NANOS;
            progress.accept("%s of %.0f MB imported in %.2f s".formatted(model.name(), megabytes, seconds));
            return megabytes / seconds;
        }
    }
}
