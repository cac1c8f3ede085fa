package dev.troupe.store.image;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Gives an image's bytes chunk by chunk, checked.
public interface ChunkSource extends AutoCloseable {
    ImageManifest manifest();

    /// Fills `target` from its position with chunk `index` (`0..chunks-1`) and moves past it.
    ///
    /// @throws IOException when the bytes cannot be read or their CRC32C is not the manifest's; the
    ///     message names the file, the chunk and its offset
    void read(int index, ByteBuffer target) throws IOException;

    /// Idempotent.
    @Override
    void close() throws IOException;
}
