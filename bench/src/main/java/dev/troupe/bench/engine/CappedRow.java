package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.tool.LlamaBench;
import dev.troupe.bench.peer.tool.PeerFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Our kernels capped to a lower level, against llama.cpp as it was built for this machine.
record CappedRow(PeerFolder peers, EngineSettings settings, Consumer<String> progress) {
    static final String LEVEL = "avx2";
    private static final String OURS = "ours";
    private static final String THEIRS = "theirs";

    Comparison run(PeerModels.Named model) throws IOException, InterruptedException {
        LlamaBench tool = new LlamaBench(peers, settings.threads());
        int tokens = ModelDuel.prefill().promptTokens();
        try (OurEngine engine = OurEngine.open(model.file(), LEVEL, settings.threads(), ModelDuel.PLAIN)) {
            engine.once(ModelDuel.prefill());
            Duel duel = new Duel(progress);
            duel.run(
                    List.of(
                            new Trial(EngineGoals.AVX2, () -> Map.of(OURS, engine.once(ModelDuel.prefill()))),
                            new Trial(
                                    "llama-bench, " + model.name(),
                                    () -> Map.of(
                                            THEIRS,
                                            tool.run(model.file(), tokens, 1).prefill()))),
                    settings.rounds());
            return new Comparison(
                    EngineGoals.AVX2,
                    model.name(),
                    EngineGoals.LLAMA,
                    "tokens/s",
                    duel.best(OURS, Better.MORE),
                    duel.best(THEIRS, Better.MORE),
                    EngineGoals.find(EngineGoals.AVX2, model.name(), EngineGoals.LLAMA),
                    OptionalDouble.empty());
        }
    }
}
