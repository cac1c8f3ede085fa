package dev.troupe.cli.command;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// `--home`, the same for every command.
final class HomeOption {
    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "folder of the server's files (default: TROUPE_HOME, else ~/.troupe)")
    private Optional<Path> home = Optional.empty();

    Optional<Path> given() {
        return home;
    }
}
