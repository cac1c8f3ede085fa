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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// What HTTP leaves of the engine's throughput: the same load on a server and on an engine alone, in
/// another process; one of them rests while the other works.
///
/// On both sides 32 requests of 16 random tokens come at once and get 64 tokens each, greedy; the
/// time is from the first request's start to the last reply's end, running in and out included. The
/// client is that of {@link GatewayDelay}.
///
/// Both sides are warm: a process whose code is still being compiled loses to that what it has not
/// got to spare, since the kernels keep all cores busy. The server first answers {@link #WARM_UPS}
/// such loads on a small model that it holds beside the large one, some 20,000 events; the other
/// process runs as many of them on an engine with the small model. Then each runs one load on the
/// large model that does not count.
///
/// @param small warms up
record LargeShare(Servers servers, Path small, Consumer<String> progress) {
    private static final int PROMPT_TOKENS = 16;
    private static final int REPLY_TOKENS = 64;
    private static final Measure MEASURE = Measure.whole(Servers.SLOTS, PROMPT_TOKENS, REPLY_TOKENS);
    private static final int WARM_UPS = 10;
    /// Below every model's vocabulary, above its special tokens.
    private static final int LEAST_ID = 1000;

    private static final int IDS = 10_000;
    private static final String LARGE = "large";
    private static final String SMALL = "small";
    private static final String HTTP = "through HTTP";
    private static final String ALONE = "engine alone";

    Comparison run(PeerModels.Named model, int rounds) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(1);
        List<PeerModels.Named> models =
                List.of(new PeerModels.Named(LARGE, model.file()), new PeerModels.Named(SMALL, small));
        try (OurEngine engine = warmEngine(model.file());
                ServerProcess server = servers.troupe(LARGE, models);
                KeptConnections client = KeptConnections.open(server.endpoint(), Servers.SLOTS)) {
            warm(server, random);
            Duel duel = new Duel(progress, List.of(server.handle()));
            Trial http = new Trial(
                    HTTP + ", " + model.name(),
                    () -> Map.of(HTTP, Burst.of(client.burst(asks(random))).tokensPerSecond()));
            Trial alone = new Trial(ALONE + ", " + model.name(), () -> Map.of(ALONE, engine.once(MEASURE)));
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

    private OurEngine warmEngine(Path large) throws IOException, InterruptedException {
        progress.accept("warming up the engine alone");
        try (OurEngine engine = open(small)) {
            for (int i = 0; i < WARM_UPS; i++) {
                engine.once(MEASURE);
            }
        }
        return open(large);
    }

    private OurEngine open(Path model) throws IOException, InterruptedException {
        return OurEngine.open(model, CpuDevices.levels().getFirst(), servers.threads(), EngineLimits.defaults());
    }

    private void warm(ServerProcess server, SplittableRandom random) throws IOException {
        progress.accept("warming up the server");
        try (KeptConnections client = KeptConnections.open(server.endpoint().with(SMALL), Servers.SLOTS)) {
            for (int i = 0; i < WARM_UPS; i++) {
                Burst.of(client.burst(asks(random)));
            }
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
