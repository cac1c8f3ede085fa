package dev.troupe.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a command may use of the process it runs in.
///
/// @param environment the process's environment
/// @param userHome the user's home folder
/// @param in standard input
/// @param out for results; UTF-8
/// @param err for progress and errors; UTF-8
/// @param terminal whether a person sits at standard input and output
public record CliContext(
        Map<String, String> environment,
        Path userHome,
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean terminal) {
    public CliContext {
        environment = Map.copyOf(environment);
    }

    /// An environment variable; an empty one counts as not set.
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /// Where this user's server keeps its files: the option, else `TROUPE_HOME`, else `~/.troupe`.
    public Path home(Optional<Path> option) {
        return option.or(() -> variable("TROUPE_HOME").map(Path::of))
                .orElseGet(() -> userHome.resolve(".troupe"))
                .toAbsolutePath()
                .normalize();
    }
}
