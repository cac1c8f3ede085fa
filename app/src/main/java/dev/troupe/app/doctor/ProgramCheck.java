package dev.troupe.app.doctor;

import dev.troupe.app.tool.ToolRun;
import dev.troupe.cli.doctor.Check;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Asks a program of the machine for its version.
final class ProgramCheck {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private ProgramCheck() {}

    /// @param need what it is needed for
    /// @param command prints a version
    static Check of(String name, String need, List<String> command) {
        return judge(name, need, ToolRun.of(command, LIMIT));
    }

    static Check judge(String name, String need, ToolRun run) {
        if (run instanceof ToolRun.Ended ended && ended.succeeded()) {
            Optional<String> first = ended.output().lines().findFirst();
            return Check.ok(name, plain(first.orElse("found")));
        }
        return Check.warn(name, "not found; needed " + need);
    }

    /// Maven writes colours even into files.
    private static String plain(String line) {
        return line.replaceAll("\u001b\\[[0-9;]*m", "").strip();
    }
}
