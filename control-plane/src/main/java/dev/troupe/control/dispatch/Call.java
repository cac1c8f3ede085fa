package dev.troupe.control.dispatch;

import dev.troupe.control.keys.Caller;
import java.time.Duration;
import java.util.Optional;

/// A request for a reply, as it came in.
///
/// @param caller who sends it
/// @param body its JSON
/// @param lastEventId what the client says it has of an earlier reply
/// @param deadline how long the client waits for the end
public record Call(Caller caller, byte[] body, Optional<String> lastEventId, Optional<Duration> deadline) {}
