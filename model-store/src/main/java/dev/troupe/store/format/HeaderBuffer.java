package dev.troupe.store.format;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Collects the parts of a header in the file's encoding.
final class HeaderBuffer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    HeaderBuffer int8(int value) {
        bytes.write(value);
        return this;
    }

    HeaderBuffer int32(int value) {
        bytes.writeBytes(littleEndian(Integer.BYTES).putInt(value).array());
        return this;
    }

    HeaderBuffer int64(long value) {
        bytes.writeBytes(littleEndian(Long.BYTES).putLong(value).array());
        return this;
    }

    HeaderBuffer float32(float value) {
        return int32(Float.floatToRawIntBits(value));
    }

    HeaderBuffer text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        int64(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    HeaderBuffer append(HeaderBuffer other) {
        bytes.writeBytes(other.toByteArray());
        return this;
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
