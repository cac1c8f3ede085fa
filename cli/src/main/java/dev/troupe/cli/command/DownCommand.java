package dev.troupe.cli.command;

import dev.troupe.cli.CliContext;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "down",
        description = {"Stops the server of a home.", ""})
final class DownCommand implements Callable<Integer> {
    private final CliContext context;
    private final LocalTroupe local;

    @Mixin
    private HomeOption home;

    DownCommand(CliContext context, LocalTroupe local) {
        this.context = context;
        this.local = local;
    }

    @Override
    public Integer call() {
        return local.down(context.home(home.given())).status();
    }
}
