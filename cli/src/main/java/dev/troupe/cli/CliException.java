package dev.troupe.cli;

import java.util.Objects;

/// Ends a command: one line for the user and an exit code.
public final class CliException extends RuntimeException {
    private final ExitCode exitCode;

    public CliException(ExitCode exitCode, String message) {
        super(Objects.requireNonNull(message, "message"));
        this.exitCode = Objects.requireNonNull(exitCode, "exitCode");
    }

    public CliException(ExitCode exitCode, String message, Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
        this.exitCode = Objects.requireNonNull(exitCode, "exitCode");
    }

    public ExitCode exitCode() {
        return exitCode;
    }
}
