package dev.troupe.app.server;

import java.util.function.Consumer;

/// Starts the parts of a server.
@FunctionalInterface
public interface ServerStarter {
    /// Returns once the server answers; its models may still be loading.
    ///
    /// @param progress hears one line for each thing that takes a while
    /// @throws dev.troupe.cli.CliException when it cannot start; then nothing is left running
    RunningServer start(ServerPlan plan, Consumer<String> progress);
}
