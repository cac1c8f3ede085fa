package dev.troupe.bench.http;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.engine.OurEngine;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.speed.Measure;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.node.engine.EngineLimits;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// What HTTP leaves of the engine's throughput: the same load on a server and on an engine alone.
record LargeShare(SseClient client, Servers servers, Consumer<String> progress) {
    private static final int PROMPT_TOKENS = 16;
    private static final int REPLY_TOKENS = 64;
    /// Below every model's vocabulary, above its special tokens.
    private static final int LEAST_ID = 1000;

    private static final int IDS = 10_000;
    private static final String HTTP = "through HTTP";
    private static final String ALONE = "engine alone";

    Comparison run(PeerModels.Named model, int rounds) throws IOException, InterruptedException {
        String level = CpuDevices.levels().getFirst();
        Measure measure = Measure.whole(Servers.SLOTS, PROMPT_TOKENS, REPLY_TOKENS);
        SplittableRandom random = new SplittableRandom(1);
        try (ServerProcess server = servers.troupe("large", model.file());
                OurEngine engine = OurEngine.open(model.file(), level, servers.threads(), EngineLimits.defaults())) {
            Duel duel = new Duel(progress, List.of(server.handle()));
            Trial http = new Trial(
                    HTTP + ", " + model.name(),
                    () -> Map.of(
                            HTTP,
                            Burst.of(client.burst(server.endpoint(), asks(random)))
                                    .tokensPerSecond()));
            Trial alone = new Trial(ALONE + ", " + model.name(), () -> Map.of(ALONE, engine.once(measure)));
            http.work().run();
            alone.work().run();
            duel.run(List.of(http, alone), rounds);
            return new Comparison(
                    "tokens/s, 32 streams",
                    model.name(),
                    ALONE,
                    "tokens/s",
                    duel.best(HTTP, Better.MORE),
                    duel.best(ALONE, Better.MORE),
                    Optional.of(HttpGoals.HTTP_SHARE),
                    OptionalDouble.empty());
        }
    }

    private static List<Ask> asks(SplittableRandom random) {
        return IntStream.range(0, Servers.SLOTS)
                .mapToObj(_ -> new Ask(
                        new Ask.Prompt.Ids(IntStream.range(0, PROMPT_TOKENS)
                                .mapToObj(_ -> random.nextInt(LEAST_ID, IDS))
                                .toList()),
                        REPLY_TOKENS,
                        Optional.empty()))
                .toList();
    }
}
