package dev.troupe.protocol.generate;

/// The caller's hold on one request in flight. Safe to use from any thread.
public interface TokenStream {
    /// Allows `tokens` more tokens to be sent. A stream without credit is not computed further; it
    /// keeps its place.
    void credit(int tokens);

    /// Ends the request; its blocks are free after the node's next step. The sink then hears {@link
    /// TokenEvent.Cancelled}, unless another terminal came first. Asking twice is the same as once.
    void cancel();
}
