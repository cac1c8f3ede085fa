package dev.troupe.bench.speed;

import dev.troupe.bench.stage.CpuDevices;
import dev.troupe.bench.stage.DemoStage;
import dev.troupe.bench.stage.OpenEngine;
import dev.troupe.protocol.Digest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// What {@link StartupProbe} starts: a fresh process that loads a model, says so, answers once and
/// says how much memory it holds.
@Command(name = "ready", hidden = true)
public final class ReadyCommand implements Callable<Integer> {
    static final String READY = "ready ";
    static final String RESIDENT = "resident ";
    private static final double NANOS = 1e9;

    @Spec
    private CommandSpec command;

    @Option(names = "--store", required = true)
    private Path store;

    @Option(names = "--digest", required = true)
    private String digest;

    @Option(names = "--level", required = true)
    private String level;

    @Option(names = "--threads", required = true)
    private int threads;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = command.commandLine().getOut();
        DemoStage stage = DemoStage.open(store, new Digest(digest), CpuDevices.opener());
        long start = System.nanoTime();
        try (OpenEngine engine = stage.start(level, threads)) {
            stage.awaitReady(engine);
            out.println(READY + (System.nanoTime() - start) / NANOS);
            out.flush();
            new Meter(engine.node(), engine.target(DemoStage.NAME), stage.tokenCount())
                    .measure(Measure.prefill(512), 1);
            out.println(RESIDENT + MachineDescription.residentBytes());
            out.flush();
        }
        return 0;
    }
}
