package dev.troupe.store.format;

import java.nio.ByteBuffer;

/// A file that is an array.
record MemoryBytes(byte[] content) implements FileBytes {
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
