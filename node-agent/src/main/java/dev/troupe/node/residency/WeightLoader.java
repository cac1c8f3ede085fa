package dev.troupe.node.residency;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.node.ledger.Lease;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.node.model.LayerGates;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.image.ChunkSource;
import dev.troupe.store.image.ImageManifest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/// Brings an image's chunks to the device in order and opens the gates of what is complete. Runs on
/// the loader's thread; holds one chunk of staging while it runs.
final class WeightLoader {
    private final DeviceMemory memory;
    private final Ledger ledger;
    private final int maxChunkBytes;

    WeightLoader(DeviceMemory memory, Ledger ledger, int maxChunkBytes) {
        this.memory = memory;
        this.ledger = ledger;
        this.maxChunkBytes = maxChunkBytes;
    }

    /// @param loaded told how many bytes are on the device, after each chunk
    /// @param cancelled asked before each chunk
    /// @throws IOException when a chunk cannot be read or is not what the manifest says
    /// @throws ServingException when it was cancelled or there is no room for staging
    void load(ChunkSource source, long address, LayerGates gates, LongConsumer loaded, BooleanSupplier cancelled)
            throws IOException {
        ImageManifest manifest = source.manifest();
        int largest = largestChunk(manifest);
        try (Lease lease = ledger.require("loader", Ledger.Kind.STAGING, largest);
                Arena arena = Arena.ofConfined()) {
            ByteBuffer staging = arena.allocate(lease.bytes()).asByteBuffer();
            for (int index = 0; index < manifest.chunks().size(); index++) {
                if (cancelled.getAsBoolean()) {
                    throw ServingException.of(ErrorCode.MODEL_UNAVAILABLE, "the load was cancelled");
                }
                ImageManifest.Chunk chunk = manifest.chunks().get(index);
                copy(source, index, address, staging);
                long end = chunk.offset() + chunk.bytes();
                loaded.accept(end);
                gates.openUpTo(completeGates(manifest.gateEnds(), end));
            }
        }
        if (gates.openCount() != gates.count()) {
            throw new IOException(
                    "the image ended with " + gates.openCount() + " of " + gates.count() + " gates complete");
        }
    }

    private void copy(ChunkSource source, int index, long address, ByteBuffer staging) throws IOException {
        ImageManifest.Chunk chunk = source.manifest().chunks().get(index);
        staging.clear().limit(chunk.bytes());
        source.read(index, staging);
        if (staging.hasRemaining()) {
            throw new IOException("chunk " + index + " gave " + staging.position() + " of " + chunk.bytes() + " bytes");
        }
        memory.write(address + chunk.offset(), staging.flip());
    }

    /// Checks that the chunks cover the image in order, and gives the size of the largest.
    private int largestChunk(ImageManifest manifest) throws IOException {
        long expected = 0;
        int largest = 0;
        for (ImageManifest.Chunk chunk : manifest.chunks()) {
            if (chunk.offset() != expected || chunk.bytes() < 1 || chunk.bytes() > maxChunkBytes) {
                throw new IOException("chunk at " + chunk.offset() + " of " + chunk.bytes() + " bytes: expected one at "
                        + expected + " of 1 to " + maxChunkBytes + " bytes");
            }
            expected += chunk.bytes();
            largest = Math.max(largest, chunk.bytes());
        }
        if (expected != manifest.bytes()) {
            throw new IOException("the chunks end at " + expected + ", the image at " + manifest.bytes());
        }
        return largest;
    }

    private static int completeGates(List<Long> gateEnds, long loadedBytes) {
        int complete = 0;
        while (complete < gateEnds.size() && gateEnds.get(complete) <= loadedBytes) {
            complete++;
        }
        return complete;
    }
}
