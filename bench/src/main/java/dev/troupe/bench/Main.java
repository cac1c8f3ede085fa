package dev.troupe.bench;

import dev.troupe.bench.engine.EngineCommand;
import dev.troupe.bench.exact.ExactCommand;
import dev.troupe.bench.http.CrowdCommand;
import dev.troupe.bench.http.HttpCommand;
import dev.troupe.bench.http.LoadCommand;
import dev.troupe.bench.http.StubGatewayCommand;
import dev.troupe.bench.neighbour.NeighbourCommand;
import dev.troupe.bench.peer.PeersCommand;
import dev.troupe.bench.quality.QualityCommand;
import dev.troupe.bench.speed.BenchCommand;
import dev.troupe.bench.speed.ReadyCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `./do exact`, `./do bench`, `./do peers`.
@Command(
        name = "./do",
        description = "Proofs and measurements of the engine.",
        subcommands = {
            ExactCommand.class,
            BenchCommand.class,
            PeersCommand.class,
            ReadyCommand.class,
            StubGatewayCommand.class
        })
final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        CommandLine line = new CommandLine(new Main());
        line.getSubcommands()
                .get("bench")
                .addSubcommand(new EngineCommand())
                .addSubcommand(new HttpCommand())
                .addSubcommand(new CrowdCommand())
                .addSubcommand(new LoadCommand())
                .addSubcommand(new NeighbourCommand())
                .addSubcommand(new QualityCommand());
        System.exit(line.setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
    }
}
