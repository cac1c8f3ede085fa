package dev.troupe.app.demo;

import dev.troupe.app.tool.ToolRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Asks pip, as it is set up on this machine.
public final class PipSource implements PackageSource {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final String CONNECT_SECONDS = "20";

    @Override
    public void download(String requirement, Path folder) throws IOException {
        ToolRun run = ToolRun.of(
                List.of(
                        "python3",
                        "-m",
                        "pip",
                        "download",
                        "--no-deps",
                        "--only-binary=:all:",
                        "--no-input",
                        "--disable-pip-version-check",
                        "--no-cache-dir",
                        "--quiet",
                        "--timeout",
                        CONNECT_SECONDS,
                        "--retries",
                        "1",
                        "--dest",
                        folder.toString(),
                        requirement),
                LIMIT);
        if (!(run instanceof ToolRun.Ended ended && ended.succeeded())) {
            throw new IOException("'python3 -m pip download " + requirement + "': " + run.problem());
        }
    }
}
