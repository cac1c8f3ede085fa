package dev.troupe.bench.peer;

import dev.troupe.bench.peer.tool.PeerFolder;
import dev.troupe.bench.stage.DemoModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The second half of `./do peers`: makes the model files, once the programs are there.
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        description = "Builds the engines that the suites of bench compare with, and the models that both run.",
        footer = "Exit codes: 0 all there, 2 not.")
public final class PeersCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        PeerFolder folder = PeerFolder.of(System.getenv());
        Optional<String> problem = folder.missing().or(() -> DemoModel.missing(System.getenv()));
        if (problem.isPresent()) {
            err.println("peers: " + problem.get());
            return 2;
        }
        PeerModels models =
                new PeerModels(folder, DemoModel.place(System.getenv()), line -> err.println("peers: " + line));
        models.small().forEach(model -> report(model.name(), model.file()));
        models.large().forEach(model -> report(model.name(), model.file()));
        PeerModels.Named mix = models.large(PeerModels.MIX);
        report(mix.name(), mix.file());
        return 0;
    }

    private void report(String name, Path file) {
        command.commandLine().getOut().println(name + ": " + file);
    }
}
