package dev.troupe.bench.http;

import dev.troupe.bench.duel.ComparisonReport;
import dev.troupe.bench.peer.PeerOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `./do bench http`.
@Command(
        name = "http",
        mixinStandardHelpOptions = true,
        description = "Our server and llama-server in alternation, the same client, and what HTTP costs.",
        footer = ComparisonReport.EXIT_CODES)
public final class HttpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Mixin
    private PeerOptions options;

    @Option(names = "--only", paramLabel = "PART", description = "one of ${COMPLETION-CANDIDATES}")
    private Optional<HttpSuite.Part> only = Optional.empty();

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        if (options.problem().isPresent()) {
            err.println("bench: " + options.problem().get());
            return 2;
        }
        Consumer<String> progress = line -> err.println("bench: " + line);
        Set<HttpSuite.Part> parts = only.map(Set::of).orElse(EnumSet.allOf(HttpSuite.Part.class));
        ComparisonReport report = new HttpSuite(
                        options.folder(),
                        options.models(progress),
                        options.threads(),
                        options.rounds(),
                        parts,
                        progress)
                .run();
        return report.publish(command.commandLine().getOut(), options.json());
    }
}
