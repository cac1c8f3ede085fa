package dev.troupe.node.residency;

import dev.troupe.node.engine.Engine;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.node.ModelResidence;
import dev.troupe.protocol.node.ModelResidence.State;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The life of one model on this device: LOADING, then READY or FAILED. A failed one holds nothing.
final class Residence implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Residence.class);

    private final Digest digest;
    private final ModelAssembly.Assembled parts;
    private final Engine engine;
    private final Ledger ledger;
    private final WeightLoader loader;
    private final long bytes;
    private final CompletableFuture<Void> loadEnded = new CompletableFuture<>();
    private volatile Status status = new Status(State.LOADING, "");
    private volatile long loadedBytes;
    private volatile boolean cancelled;

    private record Status(State state, String detail) {}

    Residence(Digest digest, ModelAssembly.Assembled parts, Engine engine, Ledger ledger, WeightLoader loader) {
        this.digest = digest;
        this.parts = parts;
        this.engine = engine;
        this.ledger = ledger;
        this.loader = loader;
        this.bytes = parts.source().manifest().bytes();
    }

    boolean isFailed() {
        return status.state() == State.FAILED;
    }

    ModelResidence snapshot() {
        Status now = status;
        return new ModelResidence(digest, now.state(), (double) loadedBytes / bytes, bytes, now.detail());
    }

    /// @throws ServingException `MODEL_UNAVAILABLE` with the reason when its load failed
    ServedModel served() {
        Status now = status;
        if (now.state() == State.FAILED) {
            throw ServingException.of(ErrorCode.MODEL_UNAVAILABLE, now.detail());
        }
        return parts.served();
    }

    /// The load: on the loader's thread, once. An error of the machine ends it as well: else its
    /// requests would wait for ever.
    @Override
    public void run() {
        try {
            loader.load(
                    parts.source(),
                    parts.weights().address(),
                    parts.gates(),
                    loaded -> loadedBytes = loaded,
                    () -> cancelled);
            parts.source().close();
            status = new Status(State.READY, "");
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } finally {
            loadEnded.complete(null);
        }
    }

    /// Waits until the loader has let go of it.
    void awaitLoadEnd() {
        loadEnded.join();
    }

    /// A load under way ends before its next chunk.
    void cancelLoad() {
        cancelled = true;
    }

    /// The loader will never run it.
    void loadNeverRuns() {
        loadEnded.complete(null);
    }

    /// Ends its sequences and gives everything back, after its load has ended.
    void release(String reason) {
        awaitLoadEnd();
        letGo(reason);
    }

    private void fail(Throwable e) {
        String reason = "model " + digest.shortHex() + " could not be loaded: " + e.getMessage();
        if (!cancelled) {
            LOG.error("model {} could not be loaded", digest, e);
        }
        status = new Status(State.FAILED, reason);
        letGo(reason);
    }

    private void letGo(String reason) {
        try (Ledger.Departure _ = ledger.departure()) {
            giveBack(reason);
        }
    }

    private void giveBack(String reason) {
        parts.gates().fail(reason);
        engine.detach(digest, new TokenEvent.Failed(ErrorCode.MODEL_UNAVAILABLE, reason))
                .join();
        parts.resources().close();
    }
}
