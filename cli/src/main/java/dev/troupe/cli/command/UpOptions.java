package dev.troupe.cli.command;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What `up` was asked for.
///
/// @param home folder of the server's files
/// @param port `0..65535`; 0 takes a free one
/// @param detach whether to return once the server is ready
/// @param demo whether the demo model is wanted
/// @param json whether the result is printed for machines
/// @param models name to model file, in the order given
/// @param threads threads of the device, at least 1; empty takes the cores
/// @param memoryBytes memory of the device; empty takes a share of the machine's
public record UpOptions(
        Path home,
        int port,
        boolean detach,
        boolean demo,
        boolean json,
        Map<String, Path> models,
        OptionalInt threads,
        OptionalLong memoryBytes) {
    public static final int DEFAULT_PORT = 8080;
    public static final int MAX_PORT = 65_535;
    public static final int MAX_THREADS = 1024;

    public UpOptions {
        if (port < 0 || port > MAX_PORT) {
            throw new CliException(ExitCode.USAGE, "--port is " + port + "; allowed is 0 to " + MAX_PORT);
        }
        threads.ifPresent(UpOptions::checkThreads);
        models = Collections.unmodifiableMap(new LinkedHashMap<>(models));
    }

    private static void checkThreads(int threads) {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new CliException(ExitCode.USAGE, "--threads is " + threads + "; allowed is 1 to " + MAX_THREADS);
        }
    }
}
