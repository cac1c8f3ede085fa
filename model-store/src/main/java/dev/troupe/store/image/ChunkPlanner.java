package dev.troupe.store.image;

import dev.troupe.store.image.ImageManifest.Chunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/// Cuts an image into chunks that never cross a gate, small ones where the first tokens wait.
final class ChunkPlanner {
    static final int EMBEDDING_CHUNK_BYTES = 256 << 10;
    static final int CHUNK_BYTES = 1 << 20;

    private ChunkPlanner() {}

    /// Reads the image once and sums each chunk.
    static List<Chunk> chunks(List<Long> gateEnds, ImageBytes image) throws IOException {
        List<Chunk> chunks = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
        long offset = 0;
        for (int gate = 0; gate < gateEnds.size(); gate++) {
            int largest = gate == 0 ? EMBEDDING_CHUNK_BYTES : CHUNK_BYTES;
            while (offset < gateEnds.get(gate)) {
                int bytes = (int) Math.min(largest, gateEnds.get(gate) - offset);
                image.read(offset, buffer.clear().limit(bytes));
                chunks.add(new Chunk(offset, bytes, crc32c(buffer.flip())));
                offset += bytes;
            }
        }
        return chunks;
    }

    /// @return the checksum as it stands in manifests
    static int crc32c(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
