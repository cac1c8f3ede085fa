package dev.troupe.bench.speed;

import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoModel;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.ModelCast;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.bench.stage.TemporaryFolder;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.node.NodeSnapshot;
import dev.troupe.store.ModelStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./do bench`.
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Speed of the engine on the demo model, with its share of the machine's limits.",
        footer = "Exit codes: 0 measured, 2 not run.")
public final class BenchCommand implements Callable<Integer> {
    private static final String MODEL = "smollm2:135m";
    private static final int REPEATS = 5;
    private static final int QUICK_REPEATS = 2;

    @Spec
    private CommandSpec command;

    @Option(names = "--quick", description = "fewer repeats")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "writes the result as JSON too")
    private Optional<Path> json;

    @Option(names = "--profile", description = "says where the time of a step goes")
    private boolean profile;

    @Option(names = "--threads", description = "that share an op; all cores by default")
    private Optional<Integer> threads;

    @Option(names = "--level", description = "of the kernels; the fastest of this CPU by default")
    private Optional<String> level;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<String> problem = DemoModel.missing(System.getenv());
        if (problem.isPresent()) {
            err().println("bench: " + problem.get());
            return 2;
        }
        try (TemporaryFolder folder = TemporaryFolder.create("troupe-bench-")) {
            Digest digest = new ModelCast(ModelStore.open(folder.path()))
                    .demo(DemoModel.place(System.getenv()))
                    .stored()
                    .digest();
            SpeedReport report = measure(folder.path(), digest);
            command.commandLine().getOut().print(report.table());
            command.commandLine().getOut().flush();
            if (json.isPresent()) {
                Files.writeString(json.get(), report.json() + "\n");
            }
        }
        return 0;
    }

    private SpeedReport measure(Path folder, Digest digest) throws IOException, InterruptedException {
        String chosenLevel = level.orElseGet(() -> CpuDevices.levels().getFirst());
        int chosenThreads = threads.orElseGet(() -> Runtime.getRuntime().availableProcessors());
        err().println("bench: starting fresh processes");
        StartupProbe.Result started = new StartupProbe(folder, digest, chosenLevel, chosenThreads).best(quick ? 1 : 3);
        DemoStage stage = DemoStage.open(folder, digest, CpuDevices.opener());
        MachineLimits early = limits(chosenThreads);
        Map<Measure, Samples> samples = new LinkedHashMap<>();
        List<StepProfile> profiles = new ArrayList<>();
        try (OpenEngine engine = stage.start(chosenLevel, chosenThreads)) {
            stage.awaitReady(engine);
            Meter meter = new Meter(engine.node(), engine.target(DemoStage.NAME), stage.tokenCount());
            for (Measure measure : measures()) {
                err().println("bench: measuring " + measure.name());
                if (profile) {
                    meter.measure(measure, 1);
                }
                NodeSnapshot before = StepProfile.settled(engine.node());
                samples.put(measure, meter.measure(measure, quick ? QUICK_REPEATS : REPEATS));
                profiles.add(StepProfile.between(measure.name(), before, StepProfile.settled(engine.node())));
            }
        }
        MachineLimits limits = early.orBetter(limits(chosenThreads));
        return new SpeedReport(
                MachineDescription.of("cpu/" + chosenLevel, chosenThreads),
                limits,
                started.startup(),
                started.residentBytes(),
                rows(samples, limits, ModelCost.of(stage.manifest())),
                profile ? profiles : List.of());
    }

    private MachineLimits limits(int threadCount) {
        err().println("bench: measuring the machine's limits");
        return MachineLimits.measure(threadCount, quick);
    }

    private static List<Row> rows(Map<Measure, Samples> samples, MachineLimits limits, ModelCost cost) {
        List<Row> rows = new ArrayList<>();
        samples.forEach((measure, ours) ->
                rows.add(new Row(measure.name(), MODEL, ours, "tokens/s", measure.limit(limits, cost))));
        return rows;
    }

    private static List<Measure> measures() {
        return List.of(Measure.prefill(512), Measure.single(16, 128), Measure.crowd(32, 16, 64));
    }

    private PrintWriter err() {
        return command.commandLine().getErr();
    }
}
