package dev.troupe.protocol.node;

import dev.troupe.protocol.Digest;

/// One model on a node.
///
/// @param progress share of its bytes that are on the device, `0..1`
/// @param bytes what its weights take on the device
/// @param detail empty, or why it failed
public record ModelResidence(Digest model, State state, double progress, long bytes, String detail) {
    /// Life of a model on a node.
    public enum State {
        LOADING,
        READY,
        FAILED
    }
}
