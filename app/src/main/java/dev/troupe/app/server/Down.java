package dev.troupe.app.server;

import dev.troupe.app.home.Home;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.server.UpFile;
import dev.troupe.cli.server.UpFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Stops the processes of a home: asks each to end, waits, and says what became of it.
public final class Down {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final CliContext context;

    public Down(CliContext context) {
        this.context = context;
    }

    public ExitCode run(Path home) {
        Optional<UpFile> file = UpFiles.read(home);
        if (file.isEmpty()) {
            return nothingPublished(home);
        }
        Optional<Long> holder = Home.holder(home);
        List<ProcessHandle> running = new ArrayList<>();
        for (UpFile.Entry entry : file.get().processes()) {
            OwnProcess.find(entry, holder).ifPresent(running::add);
        }
        if (running.isEmpty()) {
            context.out().println("Nothing runs for " + home + " (its last server ended without a goodbye).");
            return ExitCode.OK;
        }
        running.forEach(ProcessHandle::destroy);
        return report(running.stream().filter(process -> !hasEnded(process)).toList(), home);
    }

    private ExitCode nothingPublished(Path home) {
        if (Home.isInUse(home)) {
            context.err().println("troupe: a server is just starting or stopping for " + home + "; try again");
            return ExitCode.FAILED;
        }
        context.out().println("Nothing runs for " + home + ".");
        return ExitCode.OK;
    }

    private ExitCode report(List<ProcessHandle> left, Path home) {
        if (left.isEmpty()) {
            context.out().println("Stopped the server of " + home + ".");
            return ExitCode.OK;
        }
        left.forEach(process -> context.err()
                .println("troupe: pid " + process.pid() + " still runs " + LIMIT.toSeconds()
                        + " s after it was asked to end"));
        return ExitCode.FAILED;
    }

    private static boolean hasEnded(ProcessHandle process) {
        try {
            process.onExit().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for a process cannot fail", e);
        }
    }
}
