package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.ComparisonReport;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.bench.speed.MachineDescription;
import dev.troupe.bench.speed.MachineLimits;
import dev.troupe.bench.stage.CpuDevices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Runs everything the suite measures. What fails is reported as not measured; the rest goes on.
final class EngineSuite {
    private static final double GIGA = 1e9;

    private final PeerFolder peers;
    private final PeerModels models;
    private final EngineSettings settings;
    private final Consumer<String> progress;
    private final List<Comparison> rows = new ArrayList<>();
    private final List<String> notMeasured = new ArrayList<>();

    EngineSuite(PeerFolder peers, PeerModels models, EngineSettings settings, Consumer<String> progress) {
        this.peers = peers;
        this.models = models;
        this.settings = settings;
        this.progress = progress;
    }

    ComparisonReport run() throws IOException, InterruptedException {
        progress.accept("measuring the machine's limits");
        LimitsWatch limits = new LimitsWatch(settings.threads());
        ModelDuel duel = new ModelDuel(peers, settings, limits, progress);
        OwnRows own = new OwnRows(settings, progress);
        for (PeerModels.Named model : models.small()) {
            add("peer", model.name(), () -> duel.batched(model));
            if (EngineGoals.find(EngineGoals.AVX2, model.name(), EngineGoals.LLAMA)
                    .isPresent()) {
                add(EngineGoals.AVX2, model.name(), () -> capped(model));
            }
            if (EngineGoals.find(EngineGoals.PREFILL, model.name(), EngineGoals.JLAMA)
                    .isPresent()) {
                add("Jlama", model.name(), () -> new JlamaRows(peers, settings, progress).run(model));
            }
            if (model.file().equals(models.demo())) {
                add(EngineGoals.SAMPLED, model.name(), () -> List.of(own.sampled(model)));
                add(EngineGoals.SPECULATION, model.name(), () -> List.of(own.speculation(model)));
            }
            addPrefix(model);
        }
        for (PeerModels.Named model : models.large()) {
            add("peer", model.name(), () -> duel.single(model));
            addPrefix(model);
        }
        add("peer", PeerModels.largeName(PeerModels.MIX), () -> duel.batched(models.large(PeerModels.MIX)));
        add(
                EngineGoals.IMPORT,
                PeerModels.largeName(PeerModels.MIX),
                () -> List.of(new ImportRow(settings, progress).run(models.large(PeerModels.MIX))));
        for (String type : PeerModels.LARGE_TYPES) {
            add("peer", PeerModels.largeName(type), () -> duel.single(models.large(type)));
        }
        add(
                EngineGoals.TWO_MODELS,
                EngineGoals.TWINS,
                () -> List.of(new TwoModelsRow(settings, progress).run(models.twins())));
        String machine = MachineDescription.of("cpu/" + settings.level(), settings.threads())
                .describe();
        return new ComparisonReport(machine, facts(limits.measureAgain()), rows, notMeasured);
    }

    /// Finds rows.
    @FunctionalInterface
    private interface Part {
        List<Comparison> rows() throws IOException, InterruptedException;
    }

    private void add(String what, String model, Part part) throws InterruptedException {
        if (!settings.wants(what + ", " + model)) {
            return;
        }
        try {
            rows.addAll(part.rows());
        } catch (IOException | RuntimeException e) {
            progress.accept(what + ", " + model + " failed: " + e);
            notMeasured.add(what + ", " + model + ": " + e.getMessage());
        }
    }

    private void addPrefix(PeerModels.Named model) throws InterruptedException {
        if (EngineGoals.find(EngineGoals.PREFIX_APART, model.name(), EngineGoals.OURS)
                .isPresent()) {
            add(EngineGoals.PREFIX, model.name(), () -> new PrefixRows(settings, progress).run(model));
        }
    }

    private List<Comparison> capped(PeerModels.Named model) throws IOException, InterruptedException {
        if (!CpuDevices.levels().contains(CappedRow.LEVEL)) {
            throw new IOException("this processor has no level " + CappedRow.LEVEL);
        }
        return List.of(new CappedRow(peers, settings, progress).run(model));
    }

    private static Map<String, Double> facts(MachineLimits limits) {
        Map<String, Double> facts = new LinkedHashMap<>();
        facts.put("read GB/s", limits.readBytesPerSecond() / GIGA);
        limits.dotMacsPerSecond().ifPresent(rate -> facts.put("8-bit dot GMAC/s", rate / GIGA));
        return facts;
    }
}
