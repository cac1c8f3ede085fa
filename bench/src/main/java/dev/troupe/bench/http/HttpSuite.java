package dev.troupe.bench.http;

import dev.troupe.bench.duel.Comparison;
import dev.troupe.bench.duel.ComparisonReport;
import dev.troupe.bench.duel.Goal;
import dev.troupe.bench.duel.Sample;
import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.bench.speed.MachineDescription;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/// Runs everything that the suite measures.
///
/// @param threads of each server's kernels
/// @param rounds of each alternation
/// @param parts what to measure
record HttpSuite(
        PeerFolder peers, PeerModels models, int threads, int rounds, Set<Part> parts, Consumer<String> progress) {
    private static final double MEGA = 1e6;

    /// What can be measured by itself.
    enum Part {
        /// Ours and the peer's, on the demo model.
        SERVERS,
        /// Ours without an engine.
        GATEWAY,
        /// Ours and our engine alone, on the large model.
        SHARE
    }

    ComparisonReport run() throws IOException, InterruptedException {
        List<Comparison> rows = new ArrayList<>();
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-");
                SseClient client = new SseClient()) {
            Servers servers = new Servers(folder.path(), threads);
            if (parts.contains(Part.SERVERS)) {
                rows.addAll(duel(client, servers));
            }
            if (parts.contains(Part.GATEWAY)) {
                rows.addAll(new GatewayDelay(servers, models.demo(), progress).run(rounds));
            }
            if (parts.contains(Part.SHARE)) {
                PeerModels.Named large = models.large().getFirst();
                progress.accept("starting a server with " + large.name());
                rows.add(new LargeShare(servers, models.demo(), progress).run(large, rounds));
            }
        }
        String machine = MachineDescription.of("cpu/" + CpuDevices.levels().getFirst(), threads)
                .describe();
        return new ComparisonReport(machine, Map.of(), rows, List.of());
    }

    private List<Comparison> duel(SseClient client, Servers servers) throws IOException, InterruptedException {
        PeerModels.Named demo = new PeerModels.Named("SmolLM2 Q4_1", models.demo());
        progress.accept("starting both servers");
        try (ServerProcess ours = servers.troupe("demo", demo.file());
                ServerProcess theirs = servers.llama(peers, demo.file())) {
            List<Comparison> rows =
                    new ArrayList<>(new ServerDuel(client, ours, theirs, demo.name()).run(rounds, progress));
            rows.addAll(resident(demo, ours, theirs));
            return rows;
        }
    }

    /// The bound is weights, KV, and what else a server needs. The KV is what the server says: it keeps
    /// that of ended requests for prompts that begin alike, so it grows with the rounds.
    private static List<Comparison> resident(PeerModels.Named model, ServerProcess ours, ServerProcess theirs)
            throws IOException, InterruptedException {
        double kvBytes = ServerMetrics.kvBytes(ours.endpoint());
        double bytes = ours.residentBytes();
        double bound = Files.size(model.file()) + kvBytes + HttpGoals.RESIDENT_BYTES;
        return List.of(
                resident(model, bytes, bound, "its bound", Optional.of(HttpGoals.RESIDENT)),
                resident(model, bytes, theirs.residentBytes(), theirs.name(), Optional.empty()));
    }

    private static Comparison resident(
            PeerModels.Named model, double bytes, double other, String against, Optional<Goal> goal) {
        return new Comparison(
                "resident memory",
                model.name(),
                against,
                "MB",
                new Sample(bytes / MEGA, 0),
                new Sample(other / MEGA, 0),
                goal,
                OptionalDouble.empty());
    }
}
