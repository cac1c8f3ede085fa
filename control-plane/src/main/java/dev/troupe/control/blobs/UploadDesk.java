package dev.troupe.control.blobs;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.blob.BlobStore;
import dev.troupe.store.blob.Incoming;
import dev.troupe.store.blob.StoredBlob;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Takes uploads in, as many at once as it has threads. Safe to use from any thread.
public final class UploadDesk implements AutoCloseable {
    private static final int IDLE_SECONDS = 30;
    private static final int MAX_SHOWN = 80;

    private final Optional<BlobStore> blobs;
    private final int maxUploads;
    private final ThreadPoolExecutor threads;

    /// @param blobs absent: this gateway takes no files
    public UploadDesk(Optional<BlobStore> blobs) {
        this.blobs = blobs;
        this.maxUploads = blobs.map(store -> store.limits().maxUploads()).orElse(1);
        this.threads = new ThreadPoolExecutor(
                0,
                maxUploads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("upload-", 1).factory());
    }

    /// @param digest as it stands in the path
    /// @throws ServingException `NOT_FOUND`, or `INVALID_REQUEST` when `digest` is none
    public StoredBlob find(String owner, String digest) {
        Digest parsed = parse(digest);
        return store().find(owner, parsed)
                .orElseThrow(() -> ServingException.of(ErrorCode.NOT_FOUND, "digest", "there is no blob " + parsed));
    }

    /// Reads the body to its end, or refuses it; nothing is kept of what is refused.
    ///
    /// @param digest as it stands in the path
    /// @throws ServingException as {@link BlobStore#put} does
    public Taken take(String owner, String digest, Incoming incoming) {
        Digest parsed = parse(digest);
        BlobStore store = store();
        return await(submit(store, owner, parsed, incoming));
    }

    /// What became of an upload.
    ///
    /// @param blob as it is stored now
    public record Taken(BlobStore.Put put, StoredBlob blob) {}

    private Future<Taken> submit(BlobStore store, String owner, Digest digest, Incoming incoming) {
        try {
            return threads.submit(() -> {
                BlobStore.Put put = store.put(owner, digest, incoming);
                return new Taken(put, store.find(owner, digest).orElseThrow());
            });
        } catch (RejectedExecutionException e) {
            if (threads.isShutdown()) {
                throw ServingException.causedBy(ErrorCode.SHUTTING_DOWN, "the gateway is shutting down", e);
            }
            throw ServingException.causedBy(
                    ErrorCode.OVERLOADED, maxUploads + " uploads are running, as many as may", e);
        }
    }

    private static Taken await(Future<Taken> upload) {
        try {
            return upload.get();
        } catch (InterruptedException e) {
            upload.cancel(true);
            Thread.currentThread().interrupt();
            throw ServingException.causedBy(ErrorCode.CANCELLED, "interrupted during an upload", e);
        } catch (CancellationException e) {
            throw ServingException.causedBy(ErrorCode.SHUTTING_DOWN, "the gateway is shutting down", e);
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case ServingException known -> known;
                case RuntimeException other -> other;
                default -> new IllegalStateException("an upload failed", e.getCause());
            };
        }
    }

    private BlobStore store() {
        return blobs.orElseThrow(
                () -> ServingException.of(ErrorCode.NOT_FOUND, "this gateway keeps no files of its own"));
    }

    /// The path is the client's: what is wrong with it is cut before it is shown.
    private static Digest parse(String digest) {
        return new Digest(digest.length() > MAX_SHOWN ? digest.substring(0, MAX_SHOWN) + "..." : digest);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
