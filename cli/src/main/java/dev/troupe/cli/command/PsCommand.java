package dev.troupe.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.client.TroupeClient;
import dev.troupe.cli.server.ServerLocator;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "ps",
        description = {"Shows which models are on which node.", ""})
final class PsCommand implements Callable<Integer> {
    private final CliContext context;

    @Mixin
    private ServerOptions server;

    @Option(names = "--json", description = "print the server's answer as JSON")
    private boolean json;

    PsCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (TroupeClient client = new TroupeClient(server.locate(context, ServerLocator.Need.MANAGEMENT))) {
            JsonNode answer = client.get("/v1/ps");
            context.out().print(json ? answer + "\n" : PsTable.format(answer));
        }
        return ExitCode.OK.status();
    }
}
