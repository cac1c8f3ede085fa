package dev.troupe.control.admission;

import java.time.Duration;
import java.util.Optional;

/// What a request wants.
///
/// @param replies at least 1, one per choice
/// @param deadline how long the client waits for the end
public record Ask(int replies, Optional<Duration> deadline) {}
