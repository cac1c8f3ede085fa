package dev.troupe.app;

import dev.troupe.app.demo.DemoFetcher;
import dev.troupe.app.demo.DemoModel;
import dev.troupe.app.demo.DemoState;
import dev.troupe.app.demo.PipSource;
import dev.troupe.app.doctor.MachineChecks;
import dev.troupe.app.server.Detached;
import dev.troupe.app.server.Down;
import dev.troupe.app.server.ServerStarter;
import dev.troupe.app.server.Up;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.command.LocalTroupe;
import dev.troupe.cli.command.UpOptions;
import dev.troupe.cli.doctor.Check;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What the commands ask of this machine, done by the real parts.
final class WiredTroupe implements LocalTroupe {
    private final CliContext context;
    private final DemoFetcher demo;

    WiredTroupe(CliContext context) {
        this.context = context;
        this.demo = new DemoFetcher(DemoModel.SMOLLM2, cacheFolder(context), new PipSource());
    }

    private static Path cacheFolder(CliContext context) {
        return context.variable("XDG_CACHE_HOME")
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> context.userHome().resolve(".cache"));
    }

    @Override
    public ExitCode up(UpOptions options) {
        return options.detach() ? new Detached(context).run(options) : inForeground(options);
    }

    private ExitCode inForeground(UpOptions options) {
        ServerStarter starter = (plan, progress) -> ServerParts.start(plan, progress, context.environment());
        return new Up(context, DemoModel.SMOLLM2, demo, starter).run(options);
    }

    @Override
    public ExitCode down(Path home) {
        return new Down(context).run(home);
    }

    @Override
    public Path fetchDemoModel() {
        return switch (demo.ensure()) {
            case DemoState.Present(Path file) -> file;
            case DemoState.Missing(String reason) ->
                throw new CliException(ExitCode.FAILED, "no demo model: " + reason);
        };
    }

    @Override
    public List<Check> checks(Path home) {
        return new MachineChecks(demo).of(home);
    }

    @Override
    public String version() {
        return Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
