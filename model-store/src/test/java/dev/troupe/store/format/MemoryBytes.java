package dev.troupe.store.format;

import java.nio.ByteBuffer;

/// A file that is an array.
record MemoryBytes(byte[] content) implements FileBytes {
    @Override
    public long size() {
        return content.length;
    }

    @Override
    public int read(ByteBuffer target, long position) {
        if (position >= content.length) {
            return -1;
        }
        int length = Math.min(target.remaining(), content.length - (int) position);
        target.put(content, (int) position, length);
        return length;
    }

    @Override
    public void close() {}
}
