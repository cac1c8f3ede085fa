package dev.troupe.app.server;

import dev.troupe.cli.server.UpFile;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Tells a process of ours from another one that got the same pid later.
final class OwnProcess {
    /// How far two readings of a start may be apart: the operating system reckons it back from a
    /// clock that is set right now and then.
    private static final Duration TOLERANCE = Duration.ofSeconds(5);

    private OwnProcess() {}

    /// The running process that wrote `entry`, if it still is that one.
    ///
    /// @param holder pid of the process that holds the home now: that one is ours for certain
    static Optional<ProcessHandle> find(UpFile.Entry entry, Optional<Long> holder) {
        return ProcessHandle.of(entry.pid())
                .filter(ProcessHandle::isAlive)
                .filter(process -> holder.filter(pid -> pid == entry.pid()).isPresent()
                        || isSameStart(startedAt(process), entry.startedAt()));
    }

    static boolean isSameStart(Instant one, Instant other) {
        return Duration.between(one, other).abs().compareTo(TOLERANCE) <= 0;
    }

    /// When the operating system started a process, as exact as it says.
    static Instant startedAt(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH).truncatedTo(ChronoUnit.MILLIS);
    }
}
