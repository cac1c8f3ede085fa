package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.speed.Measure;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Our engine against itself under other conditions, on the demo model.
record OwnRows(EngineSettings settings, Consumer<String> progress) {
    private static final SamplingParams DRAWN = SamplingParams.drawn(0.7f, 0, 0.95f, 1);
    private static final String OTHERWISE = "otherwise";
    private static final String MEASURED = "measured";
    /// Long enough to be copied from, and continued by copying.
    private static final String REFRAIN = "The list of the seven stations is: Alder Lane, Beacon Hill, Cooper's Yard,"
            + " Dover Street, Elm Park, Foundry Gate and Garden Row.\n";

    private static final int REFRAINS = 8;
    private static final int REPLY_TOKENS = 128;

    /// Drawn tokens beside greedy ones, in a batch.
    Comparison sampled(PeerModels.Named model) throws IOException, InterruptedException {
        Measure many = ModelDuel.many();
        try (OurEngine engine = open(model, ModelDuel.PLAIN)) {
            return row(
                    EngineGoals.SAMPLED,
                    model,
                    () -> engine.once(many, DRAWN),
                    () -> engine.once(many, SamplingParams.greedy()));
        }
    }

    /// One stream whose text repeats its prompt, with and without speculation.
    Comparison speculation(PeerModels.Named model) throws IOException, InterruptedException {
        try (OurEngine drafting = open(model, EngineLimits.defaults());
                OurEngine plain = open(model, ModelDuel.PLAIN)) {
            List<Integer> prompt = drafting.encode(REFRAIN.repeat(REFRAINS));
            Measure measure = Measure.single(prompt.size(), REPLY_TOKENS);
            return row(
                    EngineGoals.SPECULATION,
                    model,
                    () -> drafting.once(measure, greedy(drafting, prompt)),
                    () -> plain.once(measure, greedy(plain, prompt)));
        }
    }

    private static GenerationRequest greedy(OurEngine engine, List<Integer> prompt) {
        return engine.meter().request(prompt, REPLY_TOKENS, SamplingParams.greedy());
    }

    private OurEngine open(PeerModels.Named model, EngineLimits limits) throws IOException, InterruptedException {
        return OurEngine.open(model.file(), settings.level(), settings.threads(), limits);
    }

    /// Finds one value, tokens per second.
    @FunctionalInterface
    interface Run {
        double once() throws IOException, InterruptedException;
    }

    private Comparison row(String measure, PeerModels.Named model, Run measured, Run otherwise)
            throws IOException, InterruptedException {
        List<Trial> trials = new ArrayList<>();
        trials.add(new Trial(measure, () -> Map.of(MEASURED, measured.once())));
        trials.add(new Trial(measure + ", otherwise", () -> Map.of(OTHERWISE, otherwise.once())));
        for (Trial trial : trials) {
            trial.work().run();
        }
        Duel duel = new Duel(progress);
        duel.run(trials, settings.rounds());
        return new Comparison(
                measure,
                model.name(),
                EngineGoals.OURS,
                "tokens/s",
                duel.best(MEASURED, Better.MORE),
                duel.best(OTHERWISE, Better.MORE),
                EngineGoals.find(measure, model.name(), EngineGoals.OURS),
                OptionalDouble.empty());
    }
}
