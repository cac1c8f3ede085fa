package dev.troupe.cli.command;

import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.doctor.Check;
import java.nio.file.Path;
import java.util.List;

/// What the commands can do to this machine itself. Implemented where all parts are wired.
///
/// Every method runs on the command's thread and may throw {@link CliException}.
public interface LocalTroupe {
    /// Starts a server and stays until it ends; with {@link UpOptions#detach} until it is ready.
    ExitCode up(UpOptions options);

    /// Stops the server of a home. Nothing running is fine too.
    ExitCode down(Path home);

    /// Makes sure that the demo model lies in the user's cache folder, and says where.
    Path fetchDemoModel();

    /// Looks at the machine and at a home; changes nothing.
    List<Check> checks(Path home);

    String version();
}
