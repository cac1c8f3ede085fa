package dev.troupe.protocol.generate;

/// Where a node's events go. Called from the node's threads, never from two at once for the same
/// stream.
@FunctionalInterface
public interface TokenSink {
    /// Must return at once and must not throw: hand the event over to a queue. At most as many
    /// {@link TokenEvent.Token}s as were credited arrive, so the queue is bounded by the credit
    /// plus the prompt's runs and one terminal.
    void accept(TokenEvent event);
}
