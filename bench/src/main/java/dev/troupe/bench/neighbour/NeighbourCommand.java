package dev.troupe.bench.neighbour;

import dev.troupe.bench.speed.MachineDescription;
import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoModel;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.ModelCast;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.protocol.Digest;
import dev.troupe.store.ModelStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./do bench neighbour`.
@Command(
        name = "neighbour",
        mixinStandardHelpOptions = true,
        description = "Throughput beside a process that keeps one core busy, and with twice as many threads as cores.",
        footer = "Exit codes: 0 measured, 1 a share under its floor, 2 not run.")
public final class NeighbourCommand implements Callable<Integer> {
    private static final int ROUNDS = 7;
    private static final int QUICK_ROUNDS = 3;

    @Spec
    private CommandSpec command;

    @Option(names = "--quick", description = "fewer rounds")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "writes the result as JSON too")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--threads", description = "that share an op; all cores by default")
    private Optional<Integer> threads = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        Optional<Path> file = DemoModel.find(System.getenv());
        if (file.isEmpty()) {
            err.println("bench: the demo model is missing: " + DemoModel.place(System.getenv())
                    + "; './troupe demo fetch' brings it");
            return 2;
        }
        int cores = Runtime.getRuntime().availableProcessors();
        int chosen = threads.orElse(cores);
        String level = CpuDevices.levels().getFirst();
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-")) {
            Digest digest = new ModelCast(ModelStore.open(folder.path()))
                    .demo(file.get())
                    .stored()
                    .digest();
            DemoStage stage = DemoStage.open(folder.path(), digest, CpuDevices.opener());
            NeighbourSuite suite = new NeighbourSuite(
                    stage, level, quick ? QUICK_ROUNDS : ROUNDS, line -> err.println("bench: " + line));
            String machine = MachineDescription.of("cpu/" + level, chosen).describe();
            NeighbourReport report = new NeighbourReport(machine, suite.run(chosen, 2 * cores));
            command.commandLine().getOut().print(report.table());
            command.commandLine().getOut().flush();
            if (json.isPresent()) {
                Files.writeString(json.get(), report.json() + "\n");
            }
            return report.hasCollapse() ? 1 : 0;
        }
    }
}
