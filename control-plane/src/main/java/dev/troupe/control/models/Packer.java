package dev.troupe.control.models;

import dev.troupe.control.catalog.EntryState;
import dev.troupe.control.catalog.PackingProgress;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.models.ModelRecord.Failed;
import dev.troupe.control.models.ModelRecord.Ready;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ImportProgress.Stage;
import dev.troupe.store.StoredModel;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Packs one model after the other, and deletes on the same thread: what is being packed is never
/// deleted under it.
final class Packer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Packer.class);
    private static final int CLOSE_SECONDS = 10;
    /// Shares of a packing's time that are over when a stage begins.
    private static final double COPY_BEGINS = 0.15;

    private static final double PACK_BEGINS = 0.35;

    private final Shelf shelf;
    private final RecordFolder folder;
    private final ModelWorkshop workshop;
    private final ThreadPoolExecutor thread;
    private volatile boolean closed;

    Packer(Shelf shelf, RecordFolder folder, ModelWorkshop workshop) {
        this.shelf = shelf;
        this.folder = folder;
        this.workshop = workshop;
        // Who puts in counts what waits: there are no more than there may be models.
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("packer").factory());
    }

    int waiting() {
        return thread.getQueue().size();
    }

    /// @param unused told of a stored model that no name needs
    void pack(ModelRecord record, PackingProgress progress, Consumer<Digest> unused) {
        execute(() -> {
            if (shelf.isCurrent(record)) {
                progress.begin();
                packNow(record, progress, unused);
            }
            if (!closed) {
                folder.dropSources(record);
            }
        });
    }

    void execute(Runnable work) {
        thread.execute(() -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                LOG.error("the packer failed; the next start tries again", e);
            }
        });
    }

    private void packNow(ModelRecord record, PackingProgress progress, Consumer<Digest> unused) {
        try {
            StoredModel stored = workshop.pack(
                    folder.sources(record),
                    record,
                    (stage, done, total) -> progress.at(share(stage, (double) done / Math.max(1, total))));
            ServedModel served = workshop.serve(record, stored);
            ModelRecord ready = record.with(new Ready(stored.digest()));
            if (!shelf.replace(record, ready, new EntryState.Ready(served))) {
                unused.accept(stored.digest());
            }
        } catch (RuntimeException | Error e) {
            if (closed) {
                // Cut short by the stop; the next start begins anew.
                return;
            }
            LOG.warn("model {} of {} could not be packed", record.name(), record.tenant(), e);
            String reason = reason(e);
            shelf.replace(record, record.with(new Failed(reason)), new EntryState.Failed(reason));
        }
    }

    private static double share(Stage stage, double done) {
        return switch (stage) {
            case HASH -> done * COPY_BEGINS;
            case COPY -> COPY_BEGINS + done * (PACK_BEGINS - COPY_BEGINS);
            case PACK -> PACK_BEGINS + done * (1 - PACK_BEGINS);
        };
    }

    /// What is the server's own fault names its places, which are for its log only.
    private static String reason(Throwable e) {
        return e instanceof ServingException told && told.code() != ErrorCode.INTERNAL
                ? told.getMessage()
                : "the server failed while it packed; its log says how";
    }

    @Override
    public void close() {
        closed = true;
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("packing goes on {} s after it was told to stop", CLOSE_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
