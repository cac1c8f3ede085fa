package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Sample;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.tool.LlamaBatchedBench;
import dev.troupe.bench.peer.tool.LlamaBench;
import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.bench.speed.MachineLimits;
import dev.troupe.bench.speed.Measure;
import dev.troupe.bench.speed.ModelCost;
import dev.troupe.node.draft.SpeculationLimits;
import dev.troupe.node.engine.EngineLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Our engine and llama.cpp on one model file, greedy.
record ModelDuel(PeerFolder peers, EngineSettings settings, LimitsWatch limits, Consumer<String> progress) {
    private static final int PROMPT_TOKENS = 16;
    private static final int SINGLE_TOKENS = 128;
    private static final int CROWD_TOKENS = 64;
    private static final List<Integer> SEQUENCES = List.of(8, 32);
    /// Neither side speculates: what that gains is a row of its own.
    static final EngineLimits PLAIN = EngineLimits.defaults().withSpeculation(SpeculationLimits.off());

    private static final double GIGA = 1e9;

    /// Measures by their names.
    private static Map<String, Measure> all() {
        Map<String, Measure> measures = one();
        measures.put(EngineGoals.EIGHT, Measure.crowd(SEQUENCES.getFirst(), PROMPT_TOKENS, CROWD_TOKENS));
        measures.put(EngineGoals.MANY, Measure.crowd(SEQUENCES.getLast(), PROMPT_TOKENS, CROWD_TOKENS));
        return measures;
    }

    private static Map<String, Measure> one() {
        Map<String, Measure> measures = new LinkedHashMap<>();
        measures.put(EngineGoals.PREFILL, prefill());
        measures.put(EngineGoals.SINGLE, oneStream());
        return measures;
    }

    static Measure prefill() {
        return Measure.prefill(512);
    }

    static Measure oneStream() {
        return Measure.single(PROMPT_TOKENS, SINGLE_TOKENS);
    }

    static Measure many() {
        return all().get(EngineGoals.MANY);
    }

    /// Prefill, one stream and batches.
    List<Comparison> batched(PeerModels.Named model) throws IOException, InterruptedException {
        return rows(model, all(), List.of(bench(model), batchedBench(model)));
    }

    /// Prefill and one stream; the latter as a share of the memory's speed too.
    List<Comparison> single(PeerModels.Named model) throws IOException, InterruptedException {
        return rows(model, one(), List.of(bench(model)));
    }

    private List<Comparison> rows(PeerModels.Named model, Map<String, Measure> measures, List<Trial> theirs)
            throws IOException, InterruptedException {
        try (OurEngine engine = OurEngine.open(model.file(), settings.level(), settings.threads(), PLAIN)) {
            List<Trial> trials = new ArrayList<>();
            for (Map.Entry<String, Measure> entry : measures.entrySet()) {
                engine.once(entry.getValue());
                trials.add(ours(model, engine, entry.getKey(), entry.getValue()));
            }
            trials.addAll(theirs);
            Duel duel = new Duel(progress);
            duel.run(trials, settings.rounds());
            MachineLimits machine = limits.measureAgain();
            List<Comparison> rows = new ArrayList<>();
            measures.forEach(
                    (name, measure) -> rows.add(row(model, duel, name, engine.mostPerSecond(measure, machine))));
            if (measures.size() == one().size()) {
                rows.add(bandwidth(model, engine.cost(), duel, machine));
            }
            return rows;
        }
    }

    private static Trial ours(PeerModels.Named model, OurEngine engine, String name, Measure measure) {
        return new Trial("ours, " + model.name() + ", " + name, () -> Map.of(oursKey(name), engine.once(measure)));
    }

    private Trial bench(PeerModels.Named model) {
        LlamaBench tool = new LlamaBench(peers, settings.threads());
        return new Trial("llama-bench, " + model.name(), () -> {
            LlamaBench.Speeds speeds = tool.run(model.file(), prefill().promptTokens(), SINGLE_TOKENS);
            return Map.of(
                    theirKey(EngineGoals.PREFILL), speeds.prefill(), theirKey(EngineGoals.SINGLE), speeds.decode());
        });
    }

    private Trial batchedBench(PeerModels.Named model) {
        LlamaBatchedBench tool = new LlamaBatchedBench(peers, settings.threads());
        return new Trial("llama-batched-bench, " + model.name(), () -> {
            Map<Integer, Double> speeds = tool.run(model.file(), SEQUENCES, PROMPT_TOKENS, CROWD_TOKENS);
            return Map.of(
                    theirKey(EngineGoals.EIGHT), speeds.get(SEQUENCES.getFirst()),
                    theirKey(EngineGoals.MANY), speeds.get(SEQUENCES.getLast()));
        });
    }

    private Comparison row(PeerModels.Named model, Duel duel, String name, double mostPerSecond) {
        Sample ours = duel.best(oursKey(name), Better.MORE);
        return new Comparison(
                name,
                model.name(),
                EngineGoals.LLAMA,
                "tokens/s",
                ours,
                duel.best(theirKey(name), Better.MORE),
                EngineGoals.find(name, model.name(), EngineGoals.LLAMA),
                OptionalDouble.of(ours.value() / mostPerSecond));
    }

    private Comparison bandwidth(PeerModels.Named model, ModelCost cost, Duel duel, MachineLimits machine) {
        Sample ours = duel.best(oursKey(EngineGoals.SINGLE), Better.MORE);
        double positions = PROMPT_TOKENS + SINGLE_TOKENS / 2.0;
        double bytes = cost.weightBytes() + positions * cost.kvBytesPerPosition();
        double limit = machine.readBytesPerSecond() / GIGA;
        double read = ours.value() * bytes / GIGA;
        return new Comparison(
                EngineGoals.SINGLE,
                model.name(),
                EngineGoals.BANDWIDTH,
                "GB/s",
                new Sample(read, ours.foreignShare()),
                new Sample(limit, 0),
                EngineGoals.find(EngineGoals.SINGLE, model.name(), EngineGoals.BANDWIDTH),
                OptionalDouble.of(read / limit));
    }

    private static String oursKey(String name) {
        return "ours " + name;
    }

    private static String theirKey(String name) {
        return "theirs " + name;
    }
}
