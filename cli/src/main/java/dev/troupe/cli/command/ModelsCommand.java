package dev.troupe.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.client.ModelsClient;
import dev.troupe.cli.client.TroupeClient;
import dev.troupe.cli.push.ModelPush;
import dev.troupe.cli.server.ServerLocator;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "models",
        description = {"Brings models to a server, shows them and takes them away.", ""})
final class ModelsCommand implements Runnable {
    private final CliContext context;

    @Spec
    private CommandSpec spec;

    ModelsCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do with models: push, list, show or rm");
    }

    @Command(
            name = "push",
            description = {"Uploads a model and waits until it can be used. What the server has is not sent again.", ""
            })
    int push(
            @Mixin ServerOptions server,
            @Parameters(paramLabel = "NAME", description = "[tenant/]name[:tag]; the tag is latest if there is none")
                    String name,
            @Parameters(paramLabel = "FILE|FOLDER", description = "a GGUF file, or a folder") Path source,
            @Option(names = "--quantize", paramLabel = "TYPE", description = "q8_0, q4_0 or q4_1") String quantize,
            @Option(names = "--no-wait", description = "do not wait until it is packed") boolean noWait,
            @Option(names = "--json", description = "print the server's answer as JSON") boolean json) {
        return tell(
                server,
                json,
                models -> new ModelPush(context, models).push(name, source, Optional.ofNullable(quantize), !noWait),
                ModelsTable::one);
    }

    @Command(name = "list", description = "Lists the models that the key may use.")
    int list(
            @Mixin ServerOptions server,
            @Option(names = "--json", description = "print the server's answer as JSON") boolean json) {
        return tell(server, json, ModelsClient::list, ModelsTable::list);
    }

    @Command(name = "show", description = "Shows one model.")
    int show(
            @Mixin ServerOptions server,
            @Parameters(paramLabel = "NAME", description = "[tenant/]name[:tag]") String name,
            @Option(names = "--json", description = "print the server's answer as JSON") boolean json) {
        return tell(server, json, models -> models.model(name), ModelsTable::one);
    }

    @Command(name = "rm", description = "Takes a model away; replies in the making go on.")
    int remove(
            @Mixin ServerOptions server,
            @Parameters(paramLabel = "NAME", description = "[tenant/]name[:tag]") String name,
            @Option(names = "--json", description = "print the server's answer as JSON") boolean json) {
        return tell(
                server,
                json,
                models -> models.delete(name),
                gone -> "deleted " + gone.path("id").asText() + "\n");
    }

    private int tell(
            ServerOptions server,
            boolean json,
            Function<ModelsClient, JsonNode> ask,
            Function<JsonNode, String> table) {
        try (TroupeClient client = new TroupeClient(server.locate(context, ServerLocator.Need.USE))) {
            JsonNode answer = ask.apply(new ModelsClient(client));
            context.out().print(json ? answer + "\n" : table.apply(answer));
        }
        return ExitCode.OK.status();
    }
}
