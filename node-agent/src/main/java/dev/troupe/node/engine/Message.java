package dev.troupe.node.engine;

import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.TokenEvent;
import java.util.concurrent.CompletableFuture;

/// What the engine is told.
sealed interface Message {
    record Submit(Digest model, Sequence sequence) implements Message {}

    record Attach(EngineModel model) implements Message {}

    /// @param why what the model's sequences hear
    /// @param done completed when the model's blocks were given back
    record Detach(Digest model, TokenEvent.Failed why, CompletableFuture<Void> done) implements Message {}

    /// @param bytes that the ledger shall have free
    /// @param done completed when cached blocks were dropped for them, as far as there are any
    record Reclaim(Ledger ledger, long bytes, CompletableFuture<Void> done) implements Message {}
}
