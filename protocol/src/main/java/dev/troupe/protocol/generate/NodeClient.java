package dev.troupe.protocol.generate;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.node.NodeSnapshot;

/// The gateway's one door to a node: tokens in, tokens out, credit. Whether the node is in this
/// process or at the far end of a connection cannot be told from here. Safe to use from any thread.
public interface NodeClient {
    /// Starts a request.
    ///
    /// @param initialCredit tokens that may be sent before {@link TokenStream#credit} adds more, at
    ///     least 1
    /// @throws dev.troupe.protocol.ServingException when the node refuses it before any work: wrong
    ///     target (`MODEL_NOT_FOUND`), bad values (`INVALID_REQUEST`, `CONTEXT_LENGTH_EXCEEDED`),
    ///     no room now (`OVERLOADED`) or ever (`OUT_OF_MEMORY`). Later failures arrive at the sink.
    TokenStream generate(GenerationRequest request, int initialCredit, TokenSink sink);

    /// Wishes a model onto the node; returns when it may be sent requests. Idempotent.
    ///
    /// @throws dev.troupe.protocol.ServingException `MODEL_NOT_FOUND`, `MODEL_UNAVAILABLE`,
    ///     `OUT_OF_MEMORY` with the numbers, or `OVERLOADED`
    void ensure(Digest model);

    /// Takes a model off the node; what still runs fails with `MODEL_UNAVAILABLE`. Returns when its
    /// memory was given back. Idempotent.
    void release(Digest model);

    /// What the node last said about itself; may be old.
    NodeSnapshot snapshot();
}
