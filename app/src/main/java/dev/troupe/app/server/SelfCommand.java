package dev.troupe.app.server;

import dev.troupe.cli.command.UpOptions;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How to start this very program again.
final class SelfCommand {
    private static final String MAIN_CLASS = "dev.troupe.app.Main";

    private SelfCommand() {}

    /// @param arguments of the program
    static List<String> of(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN_CLASS);
        command.addAll(arguments);
        return command;
    }

    /// The command line that asks for `options`, in the foreground.
    static List<String> arguments(UpOptions options) {
        List<String> arguments =
                new ArrayList<>(List.of("up", "--home", options.home().toString()));
        arguments.addAll(List.of("--port", Integer.toString(options.port())));
        if (!options.demo()) {
            arguments.add("--no-demo");
        }
        options.models()
                .forEach((name, file) -> arguments.addAll(List.of("--model", name + "=" + file.toAbsolutePath())));
        options.threads().ifPresent(threads -> arguments.addAll(List.of("--threads", Integer.toString(threads))));
        options.memoryBytes().ifPresent(bytes -> arguments.addAll(List.of("--memory", Long.toString(bytes))));
        return arguments;
    }
}
