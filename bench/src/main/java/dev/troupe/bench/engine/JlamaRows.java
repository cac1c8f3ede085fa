package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.tool.JlamaBench;
import dev.troupe.bench.peer.tool.LlamaBench;
import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.bench.speed.Measure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Our engine on a Q4_0 file and Jlama on a model of the same shape in its own Q4.
record JlamaRows(PeerFolder peers, EngineSettings settings, Consumer<String> progress) {
    private static final int REPLY_TOKENS = 64;
    private static final String OURS = "ours ";
    private static final String THEIRS = "theirs ";

    List<Comparison> run(PeerModels.Named model) throws IOException, InterruptedException {
        JlamaBench tool = new JlamaBench(peers, settings.threads());
        Measure prefill = ModelDuel.prefill();
        Measure single = Measure.single(prefill.promptTokens(), REPLY_TOKENS);
        try (OurEngine engine = OurEngine.open(model.file(), settings.level(), settings.threads(), ModelDuel.PLAIN)) {
            engine.once(prefill);
            engine.once(single);
            Duel duel = new Duel(progress);
            duel.run(
                    List.of(
                            new Trial(
                                    "ours, " + model.name(),
                                    () -> Map.of(
                                            OURS + EngineGoals.PREFILL, engine.once(prefill),
                                            OURS + EngineGoals.SINGLE, engine.once(single))),
                            new Trial("Jlama", () -> {
                                LlamaBench.Speeds speeds = tool.run(prefill.promptTokens(), REPLY_TOKENS);
                                return Map.of(
                                        THEIRS + EngineGoals.PREFILL, speeds.prefill(),
                                        THEIRS + EngineGoals.SINGLE, speeds.decode());
                            })),
                    settings.rounds());
            return List.of(row(duel, EngineGoals.PREFILL, model), row(duel, EngineGoals.SINGLE, model));
        }
    }

    private static Comparison row(Duel duel, String measure, PeerModels.Named model) {
        return new Comparison(
                measure,
                model.name(),
                EngineGoals.JLAMA,
                "tokens/s",
                duel.best(OURS + measure, Better.MORE),
                duel.best(THEIRS + measure, Better.MORE),
                EngineGoals.find(measure, model.name(), EngineGoals.JLAMA),
                OptionalDouble.empty());
    }
}
