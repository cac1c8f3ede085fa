package dev.troupe.store.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// An image that is an array.
final class MemoryImage implements ImageBytes {
    private byte[] content = new byte[0];

    @Override
    public void write(long offset, ByteBuffer bytes) {
        int end = (int) offset + bytes.remaining();
        content = end > content.length ? Arrays.copyOf(content, end) : content;
        bytes.get(content, (int) offset, bytes.remaining());
    }

    @Override
    public void read(long offset, ByteBuffer target) {
        target.put(content, (int) offset, target.remaining());
    }

    byte[] content() {
        return content;
    }

    ByteBuffer at(TensorPlace place) {
        return ByteBuffer.wrap(content, (int) place.offset(), (int) place.bytes())
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
    }
}
