package dev.troupe.cli.command;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        description = {"The demo model.", ""})
final class DemoCommand implements Runnable {
    private final CliContext context;
    private final LocalTroupe local;

    @Spec
    private CommandSpec spec;

    DemoCommand(CliContext context, LocalTroupe local) {
        this.context = context;
        this.local = local;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do with the demo model: fetch");
    }

    @Command(name = "fetch", description = "Fetches the demo model into the cache folder and prints its place.")
    int fetch() {
        context.out().println(local.fetchDemoModel());
        return ExitCode.OK.status();
    }
}
