package dev.troupe.bench.engine;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.speed.Measure;
import dev.troupe.protocol.generate.CacheDomain;
import dev.troupe.protocol.generate.GenerationRequest;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.protocol.node.StepTimes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The first token of a prompt whose beginning is cached, against that of the rest alone: as it is,
/// and with the time of attention taken from both. The rest attends to the cached positions, whoever
/// computed them; what is left shows whether the cache itself costs anything.
record PrefixRows(EngineSettings settings, Consumer<String> progress) {
    private static final int PREFIX_TOKENS = 1000;
    /// Positions of a block: only whole blocks are found.
    private static final int BLOCK = 16;

    private static final int SUFFIX_TOKENS = 64;
    private static final double MILLIS = 1000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String HIT = "hit";
    private static final String ALONE = "alone";
    private static final String APART = ", less attention";
    private static final String ATTEND = "attend";
    private static final CacheDomain DOMAIN = new CacheDomain("0".repeat(64));

    List<Comparison> run(PeerModels.Named model) throws IOException, InterruptedException {
        try (OurEngine engine = OurEngine.open(model.file(), settings.level(), settings.threads(), ModelDuel.PLAIN)) {
            List<Integer> prefix = engine.meter().randomPrompt(PREFIX_TOKENS);
            long before = engine.snapshot().counters().prefixCache().hitTokens();
            hit(engine, prefix);
            hit(engine, prefix);
            alone(engine);
            Duel duel = new Duel(progress);
            duel.run(
                    List.of(
                            new Trial(EngineGoals.PREFIX, () -> hit(engine, prefix)),
                            new Trial("TTFT, the rest alone", () -> alone(engine))),
                    3 * settings.rounds());
            check(engine.snapshot(), before);
            return List.of(row(EngineGoals.PREFIX, model, duel, ""), row(EngineGoals.PREFIX_APART, model, duel, APART));
        }
    }

    private static Comparison row(String measure, PeerModels.Named model, Duel duel, String suffix) {
        return new Comparison(
                measure,
                model.name(),
                EngineGoals.OURS,
                "ms",
                duel.best(HIT + suffix, Better.LESS),
                duel.best(ALONE + suffix, Better.LESS),
                EngineGoals.find(measure, model.name(), EngineGoals.OURS),
                OptionalDouble.empty());
    }

    private void check(NodeSnapshot node, long before) throws IOException {
        long found = node.counters().prefixCache().hitTokens() - before;
        long due = (3L * settings.rounds() + 1) * (PREFIX_TOKENS - PREFIX_TOKENS % BLOCK);
        if (found < due) {
            throw new IOException("only " + found + " of " + due + " cached tokens were found again");
        }
    }

    private static Map<String, Double> hit(OurEngine engine, List<Integer> prefix) throws InterruptedException {
        List<Integer> prompt = Stream.concat(prefix.stream(), engine.meter().randomPrompt(SUFFIX_TOKENS).stream())
                .toList();
        return millis(HIT, engine, prompt, Optional.of(DOMAIN));
    }

    private static Map<String, Double> alone(OurEngine engine) throws InterruptedException {
        return millis(
                ALONE, engine, engine.meter().randomPrompt(SUFFIX_TOKENS + PREFIX_TOKENS % BLOCK), Optional.empty());
    }

    private static Map<String, Double> millis(
            String name, OurEngine engine, List<Integer> prompt, Optional<CacheDomain> domain)
            throws InterruptedException {
        GenerationRequest plain = engine.meter().request(prompt, 1, SamplingParams.greedy());
        GenerationRequest request = new GenerationRequest(
                plain.id(),
                plain.target(),
                domain,
                prompt,
                plain.maxTokens(),
                plain.stopTokens(),
                plain.sampling(),
                plain.scoring());
        long before = attendNanos(engine.meter().settled());
        double millis = MILLIS * prompt.size() / engine.once(Measure.prefill(prompt.size()), request);
        double attend = (attendNanos(engine.meter().settled()) - before) / NANOS_PER_MILLI;
        return Map.of(name, millis, name + APART, millis - attend);
    }

    private static long attendNanos(NodeSnapshot node) {
        return node.times().ops().stream()
                .filter(op -> op.name().equals(ATTEND))
                .mapToLong(StepTimes.Op::nanos)
                .sum();
    }
}
