package dev.troupe.cli;

/// How a command ends. `docs/cli.md` lists them for scripts; a number never changes its meaning.
public enum ExitCode {
    OK(0, "everything asked for was done"),
    FAILED(1, "something went wrong; the last line on stderr says what"),
    USAGE(2, "the command line was not understood"),
    UNREACHABLE(3, "no server was found, or it could not be reached"),
    PORT_BUSY(4, "the port is taken by another program"),
    HOME_IN_USE(5, "another `up` uses this home"),
    HOME_TOO_NEW(6, "the home was written by a newer version"),
    REFUSED(7, "the server refused the request"),
    STREAM_BROKEN(8, "a reply ended before its end; what was printed is not whole"),
    BAD_MODEL_FILE(9, "a model file is missing or not acceptable"),
    INTERRUPTED(130, "stopped by Ctrl-C");

    private final int status;
    private final String meaning;

    ExitCode(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    /// The exit status of the process, `0..255`.
    public int status() {
        return status;
    }

    /// One line for the documentation.
    public String meaning() {
        return meaning;
    }
}
