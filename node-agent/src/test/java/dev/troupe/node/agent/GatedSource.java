package dev.troupe.node.agent;

import dev.troupe.store.image.ChunkSource;
import dev.troupe.store.image.ImageManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;

/// Gives a chunk for each permit, or fails when told to.
final class GatedSource implements ChunkSource {
    private final ChunkSource inner;
    private final Semaphore permits = new Semaphore(0);
    private volatile boolean broken;
    private volatile boolean outOfMemory;
    private volatile boolean closed;

    GatedSource(ChunkSource inner) {
        this.inner = inner;
    }

    void allow(int chunks) {
        permits.release(chunks);
    }

    void allowAll() {
        allow(manifest().chunks().size());
    }

    void breakNext() {
        broken = true;
        allow(1);
    }

    void runOutOfMemory() {
        outOfMemory = true;
        allow(1);
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public ImageManifest manifest() {
        return inner.manifest();
    }

    @Override
    public void read(int index, ByteBuffer target) throws IOException {
        permits.acquireUninterruptibly();
        if (broken) {
            throw new IOException("chunk " + index + ": bad CRC32C");
        }
        if (outOfMemory) {
            throw new OutOfMemoryError("no room for chunk " + index);
        }
        inner.read(index, target);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        inner.close();
    }
}
