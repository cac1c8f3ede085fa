package dev.troupe.bench.http;

import dev.troupe.bench.duel.Better;
import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.Duel;
import dev.troupe.bench.duel.Goal;
import dev.troupe.bench.duel.Sample;
import dev.troupe.bench.duel.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Both servers on the same model, asked by the same client in turn.
final class ServerDuel {
    private static final int REPLY_TOKENS = 64;
    private static final String SPEED = "tokens/s, ";
    private static final String FIRST = "TTFT median, ";
    private static final String CPU = "CPU per event, ";

    private final SseClient client;
    private final ServerProcess ours;
    private final ServerProcess theirs;
    private final String model;
    private int asked;

    ServerDuel(SseClient client, ServerProcess ours, ServerProcess theirs, String model) {
        this.client = client;
        this.ours = ours;
        this.theirs = theirs;
        this.model = model;
    }

    List<Comparison> run(int rounds, Consumer<String> progress) throws IOException, InterruptedException {
        Duel duel = new Duel(progress, List.of(ours.handle(), theirs.handle()));
        List<Trial> trials = new ArrayList<>();
        for (ServerProcess server : List.of(ours, theirs)) {
            turn(server, Servers.SLOTS);
            trials.add(trial(server, 1));
            trials.add(trial(server, Servers.SLOTS));
        }
        duel.run(trials, rounds);
        List<Comparison> rows = new ArrayList<>();
        for (int streams : List.of(1, Servers.SLOTS)) {
            Goal speed = streams == 1 ? HttpGoals.ONE_STREAM_SPEED : HttpGoals.MANY_STREAMS_SPEED;
            rows.add(row(duel, Better.MORE, SPEED + streams(streams), "tokens/s", Optional.of(speed)));
            rows.add(row(duel, Better.LESS, FIRST + streams(streams), "ms", Optional.of(HttpGoals.FIRST_TOKEN)));
            rows.add(row(duel, Better.LESS, CPU + streams(streams), "us", Optional.empty()));
        }
        return rows;
    }

    private Trial trial(ServerProcess server, int streams) {
        return new Trial(server.name() + ", " + streams(streams), () -> turn(server, streams));
    }

    private Map<String, Double> turn(ServerProcess server, int streams) throws IOException, InterruptedException {
        List<Ask> asks = IntStream.range(0, streams)
                .mapToObj(_ -> Ask.greedy(Prompts.brief(asked++), REPLY_TOKENS))
                .toList();
        long before = server.cpuMicros();
        Burst burst = Burst.of(client.burst(server.endpoint(), asks));
        Map<String, Double> found = new LinkedHashMap<>();
        String side = " " + server.name();
        found.put(SPEED + streams(streams) + side, burst.tokensPerSecond());
        found.put(FIRST + streams(streams) + side, burst.medianMillisToFirst());
        found.put(CPU + streams(streams) + side, (double) (server.cpuMicros() - before) / burst.events());
        return found;
    }

    private Comparison row(Duel duel, Better better, String measure, String unit, Optional<Goal> goal) {
        Sample left = duel.best(measure + " " + ours.name(), better);
        Sample right = duel.best(measure + " " + theirs.name(), better);
        return new Comparison(measure, model, theirs.name(), unit, left, right, goal, OptionalDouble.empty());
    }

    private static String streams(int streams) {
        return streams == 1 ? "1 stream" : streams + " streams";
    }
}
