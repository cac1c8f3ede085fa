package dev.troupe.control.models;

import dev.troupe.control.catalog.LiveCatalog;
import dev.troupe.protocol.Digest;
import dev.troupe.store.blob.BlobStore;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gives back what nobody needs any more: memory and files of deleted models once their last reply
/// has ended, and files that no model was made of. One thread of its own.
final class Retirement implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Retirement.class);
    private static final long LOOK_MILLIS = 200;

    private final Serving serving;
    private final LiveCatalog catalog;
    private final ModelWorkshop workshop;
    private final Packer packer;
    private final Duration drainTimeout;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("retirement").factory());

    Retirement(Serving serving, LiveCatalog catalog, ModelWorkshop workshop, Packer packer, Duration drainTimeout) {
        this.serving = serving;
        this.catalog = catalog;
        this.workshop = workshop;
        this.packer = packer;
        this.drainTimeout = drainTimeout;
    }

    void sweep(BlobStore blobs, Duration interval) {
        schedule(interval.toMillis(), () -> {
            int gone = blobs.sweep((owner, digest) -> false).size();
            if (gone > 0) {
                LOG.info("deleted {} files that no model was made of", gone);
            }
            sweep(blobs, interval);
        });
    }

    /// @param given called when everything was given back
    void retire(Digest model, Runnable given) {
        long endNanos = System.nanoTime() + drainTimeout.toNanos();
        schedule(0, () -> look(model, endNanos, given));
    }

    private void look(Digest model, long endNanos, Runnable given) {
        boolean inUse = serving.running(model) > 0 && System.nanoTime() < endNanos;
        if (inUse) {
            schedule(LOOK_MILLIS, () -> look(model, endNanos, given));
        } else {
            packer.execute(() -> giveBack(model, given));
        }
    }

    private void giveBack(Digest model, Runnable given) {
        if (!catalog.now().holds(model)) {
            serving.release(model);
            workshop.delete(model);
            // A request that found the model just before it went may have loaded it once more.
            serving.release(model);
        }
        given.run();
    }

    private void schedule(long millis, Runnable work) {
        try {
            var _ = thread.schedule(() -> attempt(work), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("stopped; the next start goes on", e);
        }
    }

    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.error("giving back failed; the next start tries again", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
