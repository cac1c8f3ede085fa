package dev.troupe.store.source;

import java.nio.ByteBuffer;

/// A file that is an array.
public record MemoryBytes(byte[] content) implements FileBytes {
    /// The data of files that are all this array.
    public static TensorData data(byte[] content) {
        return new TensorData(_ -> new MemoryBytes(content));
    }

    @Override
    public long size() {
        return content.length;
    }

    @Override
    public void read(ByteBuffer target, long position) {
        int start = (int) Math.min(position, content.length);
        target.put(content, start, Math.min(target.remaining(), content.length - start));
    }

    @Override
    public void close() {}
}
