package dev.troupe.bench.engine;

import dev.troupe.bench.duel.ComparisonReport;
import dev.troupe.bench.peer.PeerOptions;
import dev.troupe.bench.stage.CpuDevices;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./do bench engine`.
@Command(
        name = "engine",
        mixinStandardHelpOptions = true,
        description = "Our engine and its peers in alternation, on the same files.",
        footer = ComparisonReport.EXIT_CODES)
public final class EngineCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Mixin
    private PeerOptions options;

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "what has this in its name, for example Q8_0, TTFT or peer")
    private Optional<String> only = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        if (options.problem().isPresent()) {
            err.println("bench: " + options.problem().get());
            return 2;
        }
        Consumer<String> progress = line -> err.println("bench: " + line);
        EngineSettings settings =
                new EngineSettings(options.threads(), CpuDevices.levels().getFirst(), options.rounds(), only);
        ComparisonReport report = new EngineSuite(options.folder(), options.models(progress), settings, progress).run();
        return report.publish(command.commandLine().getOut(), options.json());
    }
}
