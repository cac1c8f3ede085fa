package dev.troupe.store.image;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Reads an image file. Safe to use from any thread; reads do not disturb each other. Interrupting a
/// thread while it reads closes the source for all.
public final class FileChunkSource implements ChunkSource {
    private final ImageManifest manifest;
    private final Path path;
    private final FileChannel channel;

    private FileChunkSource(ImageManifest manifest, Path path, FileChannel channel) {
        this.manifest = manifest;
        this.path = path;
        this.channel = channel;
    }

    /// @throws IOException when the file is missing or its length is not the manifest's
    public static FileChunkSource open(ImageManifest manifest, Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        if (channel.size() != manifest.bytes()) {
            long bytes = channel.size();
            channel.close();
            throw new IOException(path + ": has " + bytes + " bytes; its manifest says " + manifest.bytes());
        }
        return new FileChunkSource(manifest, path, channel);
    }

    @Override
    public ImageManifest manifest() {
        return manifest;
    }

    @Override
    public void read(int index, ByteBuffer target) throws IOException {
        ImageManifest.Chunk chunk = manifest.chunks().get(index);
        ByteBuffer bytes = target.slice(target.position(), chunk.bytes());
        try {
            ImageBytes.readFully(channel, chunk.offset(), bytes);
        } catch (EOFException e) {
            throw fault(index, chunk, e.getMessage());
        }
        int crc = ChunkPlanner.crc32c(bytes.flip());
        if (crc != chunk.crc32c()) {
            throw fault(index, chunk, String.format("CRC32C is %08x, not %08x", crc, chunk.crc32c()));
        }
        target.position(target.position() + chunk.bytes());
    }

    private IOException fault(int index, ImageManifest.Chunk chunk, String problem) {
        return new IOException(path + ": chunk " + index + " at offset " + chunk.offset() + ": " + problem);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
