package dev.troupe.bench.http;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Sample;
import dev.troupe.bench.duel.Trial;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.control.ControlPlane;
import dev.troupe.control.ControlPlaneConfig;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.keys.ApiKey;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import dev.troupe.store.text.TextModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// The time that the gateway alone adds to the first token: a gateway in this process, in front of a
/// node that answers at once. The client's own part counts as the gateway's.
record GatewayDelay(SseClient client, Path demo, Consumer<String> progress) {
    private static final String NAME = "bench";
    private static final String KEY = "bench-key";
    private static final String NUMERICS = "portable-1";
    private static final String WORD = "Hello";
    private static final String MEASURE = "gateway's part of TTFT, ";
    private static final int WARM_UPS = 300;
    private static final int SINGLES = 200;
    private static final int BURSTS = 20;

    List<Comparison> run(int rounds) throws IOException, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-");
                ControlPlane plane = start(folder.path())) {
            Endpoint endpoint = new Endpoint(plane.url(), NAME, Optional.of(KEY));
            Burst.of(client.inTurn(endpoint, asks(WARM_UPS)));
            Duel duel = new Duel(progress);
            duel.run(
                    List.of(
                            new Trial("the gateway alone, 1 stream", () -> singles(endpoint)),
                            new Trial("the gateway alone, 32 streams", () -> bursts(endpoint))),
                    rounds);
            return List.of(
                    row(duel, 1, HttpGoals.GATEWAY_ONE_MILLIS),
                    row(duel, Servers.SLOTS, HttpGoals.GATEWAY_MANY_MILLIS));
        }
    }

    private ControlPlane start(Path folder) throws IOException {
        ModelStore store = ModelStore.open(folder);
        StoredModel stored = store.importFile(demo, ImportProgress.none());
        TextModel text = store.text(stored);
        ServedModel model = new ServedModel(
                NAME, List.of(), NAME, stored.digest(), stored.manifest().spec(), text, Instant.now());
        int token = text.tokenizer().encode(WORD).getFirst();
        return ControlPlane.start(
                ControlPlaneConfig.of(0, List.of(ApiKey.of(ApiKey.Role.TENANT, NAME, KEY))),
                new InstantNode(stored.digest(), NUMERICS, token),
                ModelCatalog.of(List.of(model)));
    }

    private Map<String, Double> singles(Endpoint endpoint) throws IOException, InterruptedException {
        return Map.of(
                MEASURE + 1, Burst.of(client.inTurn(endpoint, asks(SINGLES))).medianMillisToFirst());
    }

    private Map<String, Double> bursts(Endpoint endpoint) throws IOException, InterruptedException {
        List<Answer> all = new ArrayList<>();
        for (int i = 0; i < BURSTS; i++) {
            all.addAll(client.burst(endpoint, asks(Servers.SLOTS)));
        }
        return Map.of(MEASURE + Servers.SLOTS, Burst.of(all).medianMillisToFirst());
    }

    private static List<Ask> asks(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> Ask.greedy(Prompts.brief(number), 1))
                .toList();
    }

    private static Comparison row(Duel duel, int streams, double boundMillis) {
        return new Comparison(
                MEASURE + streams + (streams == 1 ? " stream" : " streams"),
                "no engine",
                "its bound",
                "ms",
                duel.best(MEASURE + streams, Better.LESS),
                new Sample(boundMillis, 0),
                Optional.of(HttpGoals.GATEWAY),
                OptionalDouble.empty());
    }
}
