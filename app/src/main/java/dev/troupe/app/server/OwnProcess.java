package dev.troupe.app.server;

import dev.troupe.cli.server.UpFile;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Tells a process of ours from another one that got the same pid later.
final class OwnProcess {
    private OwnProcess() {}

    /// The running process that wrote `entry`, if it still is that one.
    static Optional<ProcessHandle> find(UpFile.Entry entry) {
        return ProcessHandle.of(entry.pid())
                .filter(ProcessHandle::isAlive)
                .filter(process -> startedAt(process).equals(entry.startedAt()));
    }

    /// When the operating system started a process, as exact as it says.
    static Instant startedAt(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH).truncatedTo(ChronoUnit.MILLIS);
    }
}
