package dev.troupe.bench;

import dev.troupe.bench.exact.ExactCommand;
import dev.troupe.bench.speed.BenchCommand;
import dev.troupe.bench.speed.ReadyCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `./do exact`, `./do bench`.
@Command(
        name = "./do",
        description = "Proofs and measurements of the engine.",
        subcommands = {ExactCommand.class, BenchCommand.class, ReadyCommand.class})
final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }
}
