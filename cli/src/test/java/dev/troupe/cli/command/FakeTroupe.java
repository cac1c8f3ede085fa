package dev.troupe.cli.command;

import dev.troupe.cli.ExitCode;
import dev.troupe.cli.doctor.Check;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Keeps what it was asked for.
final class FakeTroupe implements LocalTroupe {
    final List<UpOptions> started = new ArrayList<>();
    final List<Path> stopped = new ArrayList<>();
    List<Check> checks = List.of();

    @Override
    public ExitCode up(UpOptions options) {
        started.add(options);
        return ExitCode.OK;
    }

    @Override
    public ExitCode down(Path home) {
        stopped.add(home);
        return ExitCode.OK;
    }

    @Override
    public Path fetchDemoModel() {
        return Path.of("/cache/demo.gguf");
    }

    @Override
    public List<Check> checks(Path home) {
        return checks;
    }

    @Override
    public String version() {
        return "1.2.3";
    }
}
