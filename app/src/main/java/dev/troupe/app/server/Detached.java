package dev.troupe.app.server;

import dev.troupe.app.home.Home;
import dev.troupe.app.tool.OutputTail;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.client.TroupeClient;
import dev.troupe.cli.command.UpOptions;
import dev.troupe.cli.server.ServerAddress;
import dev.troupe.cli.server.UpFile;
import dev.troupe.cli.server.UpFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// `up --detach`: starts the same command in the background, in a session of its own, passes on
/// what it says until it is ready, and prints what it would have printed.
public final class Detached {
    /// Fetching a demo model over a slow line is the longest part.
    private static final Duration LIMIT = Duration.ofMinutes(20);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final CliContext context;

    public Detached(CliContext context) {
        this.context = context;
    }

    public ExitCode run(UpOptions options) {
        Home.checkFree(options.home());
        PortProbe.check(options.port());
        Path log = Home.prepareLogs(options.home()).resolve("up.log");
        try {
            Files.deleteIfExists(log);
            Process child = launch(options, log);
            Thread cleanUp = new Thread(child::destroy, "troupe-detach");
            Runtime.getRuntime().addShutdownHook(cleanUp);
            ExitCode code = follow(child, log, options);
            Runtime.getRuntime().removeShutdownHook(cleanUp);
            return code;
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "cannot start in the background: " + e.getMessage(), e);
        }
    }

    private Process launch(UpOptions options, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
            // A session of its own: neither Ctrl-C nor the end of this terminal reaches it.
            command.add("/usr/bin/setsid");
        }
        command.addAll(SelfCommand.of(SelfCommand.arguments(options)));
        return new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                // The banner holds a key: it goes to this terminal, never to a file.
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log.toFile())
                .start();
    }

    private ExitCode follow(Process child, Path log, UpOptions options) throws IOException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        long shown = 0;
        while (System.nanoTime() < deadline) {
            boolean ended = ended(child);
            shown += show(log, shown);
            if (ended) {
                return codeOf(child.exitValue());
            }
            Optional<UpFile> file = UpFiles.read(options.home()).filter(up -> isOf(child, up));
            if (file.isPresent()) {
                print(file.get(), options);
                return ExitCode.OK;
            }
        }
        child.destroy();
        throw new CliException(ExitCode.FAILED, "not ready after " + LIMIT.toMinutes() + " minutes; see " + log);
    }

    private static boolean ended(Process child) {
        try {
            return child.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            child.destroy();
            throw new CliException(ExitCode.INTERRUPTED, "interrupted", e);
        }
    }

    private long show(Path log, long shown) throws IOException {
        String news = OutputTail.readFrom(log, shown);
        context.err().print(news);
        context.err().flush();
        return news.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isOf(Process child, UpFile file) {
        return file.processes().stream().anyMatch(entry -> entry.pid() == child.pid());
    }

    private static ExitCode codeOf(int status) {
        return Arrays.stream(ExitCode.values())
                .filter(code -> code.status() == status && code != ExitCode.OK)
                .findFirst()
                .orElse(ExitCode.FAILED);
    }

    private void print(UpFile file, UpOptions options) {
        Banner banner =
                new Banner(file, options.home(), options.home().equals(context.home(Optional.empty())), served(file));
        context.out().print(options.json() ? banner.json() : banner.text());
    }

    private static List<String> served(UpFile file) {
        ServerAddress address = new ServerAddress(URI.create(file.url()), file.tenantKey());
        try (TroupeClient client = new TroupeClient(address)) {
            List<String> names = new ArrayList<>();
            client.get("/v1/models")
                    .path("data")
                    .forEach(model -> names.add(model.path("aliases")
                            .path(0)
                            .asText(model.path("id").asText())));
            return names;
        }
    }
}
