package dev.troupe.bench.http;

import dev.troupe.bench.peer.PeerModels;
import dev.troupe.bench.peer.PeerOptions;
import dev.troupe.bench.stage.TemporaryFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `./do bench crowd`.
@Command(
        name = "crowd",
        mixinStandardHelpOptions = true,
        description = "Whether company changes replies: ours and llama-server's, greedy and seeded, over HTTP.",
        footer = "Exit codes: 0 none of ours differs, 1 some do, 2 not run.")
public final class CrowdCommand implements Callable<Integer> {
    private static final int REQUESTS = 24;
    private static final int QUICK_REQUESTS = 8;

    @Spec
    private CommandSpec command;

    @Mixin
    private PeerOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        if (options.problem().isPresent()) {
            err.println("bench: " + options.problem().get());
            return 2;
        }
        Consumer<String> progress = line -> err.println("bench: " + line);
        PeerModels models = options.models(progress);
        CrowdReport report = run(models.demo(), progress);
        PrintWriter out = command.commandLine().getOut();
        out.print(report.table());
        out.flush();
        if (options.json().isPresent()) {
            Files.writeString(options.json().get(), report.json() + "\n");
        }
        return report.results().getFirst().isExact() ? 0 : 1;
    }

    /// Ours first. One server runs at a time.
    private CrowdReport run(Path model, Consumer<String> progress) throws IOException, InterruptedException {
        List<CrowdResult> results = new ArrayList<>();
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-");
                SseClient client = new SseClient()) {
            Servers servers = new Servers(folder.path(), options.threads());
            List<Ask> asks = CrowdAsks.all(options.rounds() == 1 ? QUICK_REQUESTS : REQUESTS);
            CrowdSuite suite = new CrowdSuite(client, asks, progress);
            try (ServerProcess ours = servers.troupe("crowd", model)) {
                results.add(suite.run(ours));
            }
            try (ServerProcess theirs = servers.llama(options.folder(), model)) {
                results.add(suite.run(theirs));
            }
        }
        return new CrowdReport(results);
    }
}
