package dev.troupe.control.admission;

/// Why a request was refused for now. Its name in lower case is the label in metrics.
public enum RefusalReason {
    /// As many replies as allowed are being made.
    REPLIES,
    /// The node's queue would take too long.
    WAIT,
    /// The node's queue would take longer than the client waits.
    DEADLINE,
    /// Too many bytes of bodies are in flight.
    BODIES,
    /// Too many texts wait to be encoded.
    ENCODING,
    /// The node said so.
    NODE
}
