package dev.troupe.cli.command;

import dev.troupe.cli.CliContext;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "up",
        description = {"Starts a server with the demo model; Ctrl-C stops it.", ""})
final class UpCommand implements Callable<Integer> {
    private final CliContext context;
    private final LocalTroupe local;

    @Mixin
    private HomeOption home;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + UpOptions.DEFAULT_PORT,
            description = "where to listen; 0 takes a free port (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(names = "--detach", description = "return once the server is ready; 'troupe down' stops it")
    private boolean detach;

    @Option(names = "--no-demo", description = "do without the demo model")
    private boolean noDemo;

    @Option(names = "--json", description = "print the result as one line of JSON")
    private boolean json;

    @Option(
            names = "--model",
            paramLabel = "NAME=PATH",
            description = "serve a GGUF file or a folder of safetensors under a name; repeatable")
    private Map<String, Path> models = new LinkedHashMap<>();

    @Option(names = "--threads", paramLabel = "N", description = "threads that compute (default: the cores)")
    private Optional<Integer> threads = Optional.empty();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "memory for weights and KV, for example 6g (default: a share of the machine's)")
    private Optional<String> memory = Optional.empty();

    UpCommand(CliContext context, LocalTroupe local) {
        this.context = context;
        this.local = local;
    }

    @Override
    public Integer call() {
        UpOptions options = new UpOptions(
                context.home(home.given()),
                port,
                detach,
                !noDemo,
                json,
                models,
                threads.map(OptionalInt::of).orElseGet(OptionalInt::empty),
                memory.map(ByteSize::parse).map(OptionalLong::of).orElseGet(OptionalLong::empty));
        return local.up(options).status();
    }
}
