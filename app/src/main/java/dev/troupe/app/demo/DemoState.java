package dev.troupe.app.demo;

import java.nio.file.Path;

/// Whether the demo model can be used.
public sealed interface DemoState {
    /// Its digest was checked just now.
    record Present(Path file) implements DemoState {}

    /// @param reason one line for people
    record Missing(String reason) implements DemoState {}
}
