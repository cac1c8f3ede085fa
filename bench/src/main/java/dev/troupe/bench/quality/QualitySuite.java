package dev.troupe.bench.quality;

import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.ComparisonReport;
import dev.troupe.bench.duel.Goal;
import dev.troupe.bench.duel.Sample;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.tool.LlamaPerplexity;
import dev.troupe.bench.speed.MachineDescription;
import dev.troupe.bench.stage.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Perplexity of each model, ours against llama.cpp's. What fails is reported as not measured; the
/// rest goes on.
record QualitySuite(OurPerplexity ours, LlamaPerplexity peer, String text, Consumer<String> progress) {
    /// Ours may be so much above theirs: activations are rounded otherwise.
    private static final Goal GOAL = Goal.atMost(1.01, 1.0);

    ComparisonReport run(List<PeerModels.Named> models) throws IOException, InterruptedException {
        List<Comparison> rows = new ArrayList<>();
        List<String> notMeasured = new ArrayList<>();
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-quality-")) {
            Path file = Files.writeString(folder.path().resolve("text.txt"), text);
            for (PeerModels.Named model : models) {
                try {
                    rows.add(row(model, file));
                } catch (IOException | RuntimeException e) {
                    progress.accept(model.name() + " failed: " + e);
                    notMeasured.add(model.name() + ": " + e.getMessage());
                }
            }
        }
        String machine =
                MachineDescription.of("cpu/" + ours.level(), ours.threads()).describe();
        return new ComparisonReport(machine, Map.of(), rows, notMeasured);
    }

    private Comparison row(PeerModels.Named model, Path file) throws IOException, InterruptedException {
        progress.accept("reading with ours, " + model.name());
        OurPerplexity.Found found = ours.of(model.file(), text);
        progress.accept("reading with llama-perplexity, " + model.name());
        double theirs = peer.run(model.file(), file, Windows.SIZE, found.windows());
        return new Comparison(
                "perplexity",
                model.name(),
                "llama.cpp",
                "perplexity",
                new Sample(found.perplexity(), 0),
                new Sample(theirs, 0),
                Optional.of(GOAL),
                OptionalDouble.empty());
    }
}
