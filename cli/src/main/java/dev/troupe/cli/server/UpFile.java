package dev.troupe.cli.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a running `up` says about itself in `<home>/up.json`.
///
/// @param url of the server
/// @param adminKey key for management
/// @param tenantKey key for use
/// @param processes every process of this `up`
public record UpFile(String url, String adminKey, String tenantKey, List<Entry> processes) {
    public static final String NAME = "up.json";

    public UpFile {
        processes = List.copyOf(processes);
    }

    /// One process.
    ///
    /// @param role for example `all`
    /// @param id unique in this file
    /// @param pid of the operating system
    /// @param url where it listens, when that differs from the server's
    /// @param startedAt when the operating system started it: tells it from a later process with
    ///     the same pid
    public record Entry(String role, String id, long pid, Optional<String> url, Instant startedAt) {}

    /// Keys are secrets.
    @Override
    public String toString() {
        return "UpFile[" + url + ", " + processes + "]";
    }
}
