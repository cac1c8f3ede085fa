package dev.troupe.cli.command;

import dev.troupe.cli.CliContext;
import dev.troupe.cli.server.ServerAddress;
import dev.troupe.cli.server.ServerLocator;
import dev.troupe.cli.server.UpFiles;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// How a command is told which server to talk to.
final class ServerOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "the server (default: TROUPE_URL, else up.json of the home); its key in TROUPE_API_KEY")
    private Optional<String> url = Optional.empty();

    @Mixin
    private HomeOption home;

    Path home(CliContext context) {
        return context.home(home.given());
    }

    ServerAddress locate(CliContext context, ServerLocator.Need need) {
        return new ServerLocator(context, UpFiles::read).locate(url, home.given(), need);
    }
}
