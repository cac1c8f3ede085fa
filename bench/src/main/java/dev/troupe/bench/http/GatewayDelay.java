package dev.troupe.bench.http;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Goal;
import dev.troupe.bench.duel.Sample;
import dev.troupe.bench.duel.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// What the gateway alone costs: a gateway in its own process, started as a server is, in front of a
/// node that answers at once. Asked over connections that stay open, by a client of one thread that
/// costs next to nothing; the clock of a request starts before its bytes are written and stops when
/// those of its first text were read. What the client and the kernel take counts as the gateway's.
///
/// The gateway is warmed up by {@link #WARM_UPS} requests one after the other and {@link
/// #WARM_UP_BURSTS} times 32 at once; a fresh process, whose code is not compiled yet, is some times
/// slower.
record GatewayDelay(Servers servers, Path demo, Consumer<String> progress) {
    private static final String FIRST = "gateway's part of TTFT, ";
    private static final String REQUEST_CPU = "gateway's CPU per request, ";
    private static final String EVENT_CPU = "gateway's CPU per event, ";
    private static final int WARM_UPS = 3000;
    private static final int WARM_UP_BURSTS = 200;
    private static final int SINGLES = 1000;
    private static final int BURSTS = 100;
    private static final int STREAM_BURSTS = 10;
    private static final int STREAM_TOKENS = 64;

    List<Comparison> run(int rounds) throws IOException, InterruptedException {
        progress.accept("starting a gateway without an engine");
        try (ServerProcess gateway = servers.stubGateway(demo);
                KeptConnections client = KeptConnections.open(gateway.endpoint(), Servers.SLOTS)) {
            Trial one = new Trial("the gateway alone, 1 stream", () -> singles(gateway, client, SINGLES));
            Trial many = new Trial("the gateway alone, 32 streams", () -> bursts(gateway, client, BURSTS));
            Trial events = new Trial("the gateway alone, 32 streams of 64 tokens", () -> events(gateway, client));
            singles(gateway, client, WARM_UPS);
            bursts(gateway, client, WARM_UP_BURSTS);
            events.work().run();
            Duel duel = new Duel(progress, List.of(gateway.handle()));
            duel.run(List.of(one, many, events), rounds);
            return List.of(
                    delay(duel, 1, HttpGoals.GATEWAY_ONE_MILLIS),
                    delay(duel, Servers.SLOTS, HttpGoals.GATEWAY_MANY_MILLIS),
                    cpu(duel, REQUEST_CPU + streams(1)),
                    cpu(duel, REQUEST_CPU + streams(Servers.SLOTS)),
                    cpu(duel, EVENT_CPU + streams(Servers.SLOTS)));
        }
    }

    private static Map<String, Double> singles(ServerProcess gateway, KeptConnections client, int count)
            throws IOException {
        long before = gateway.cpuMicros();
        Burst answers = Burst.of(client.inTurn(asks(count, 1)));
        return found(1, answers, gateway.cpuMicros() - before);
    }

    private static Map<String, Double> bursts(ServerProcess gateway, KeptConnections client, int count)
            throws IOException {
        long before = gateway.cpuMicros();
        List<Answer> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.addAll(client.burst(asks(Servers.SLOTS, 1)));
        }
        return found(Servers.SLOTS, Burst.of(all), gateway.cpuMicros() - before);
    }

    private static Map<String, Double> found(int streams, Burst answers, long cpuMicros) {
        return Map.of(
                FIRST + streams(streams),
                answers.medianMillisToFirst(),
                REQUEST_CPU + streams(streams),
                (double) cpuMicros / answers.replies().size());
    }

    /// What a request costs is part of what its events cost.
    private static Map<String, Double> events(ServerProcess gateway, KeptConnections client) throws IOException {
        long before = gateway.cpuMicros();
        int events = 0;
        for (int i = 0; i < STREAM_BURSTS; i++) {
            events += Burst.of(client.burst(asks(Servers.SLOTS, STREAM_TOKENS))).events();
        }
        return Map.of(EVENT_CPU + streams(Servers.SLOTS), (double) (gateway.cpuMicros() - before) / events);
    }

    private static List<Ask> asks(int count, int tokens) {
        return IntStream.range(0, count)
                .mapToObj(number -> Ask.greedy(Prompts.brief(number), tokens))
                .toList();
    }

    private static String streams(int streams) {
        return streams == 1 ? "1 stream" : streams + " streams";
    }

    private static Comparison delay(Duel duel, int streams, double boundMillis) {
        String measure = FIRST + streams(streams);
        return row(duel, measure, "ms", new Sample(boundMillis, 0), "its bound", Optional.of(HttpGoals.GATEWAY));
    }

    private static Comparison cpu(Duel duel, String measure) {
        return row(duel, measure, "us", duel.best(measure, Better.LESS), "itself", Optional.empty());
    }

    private static Comparison row(
            Duel duel, String measure, String unit, Sample other, String against, Optional<Goal> goal) {
        Sample ours = duel.best(measure, Better.LESS);
        return new Comparison(measure, "no engine", against, unit, ours, other, goal, OptionalDouble.empty());
    }
}
