package dev.troupe.store.format;

import dev.troupe.protocol.ServingException;
import dev.troupe.store.source.FileBytes;
import dev.troupe.store.source.FileFaults;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Reads a header front to back through one small buffer. Each read is checked against the file's
/// length and the header's limit before anything is allocated. A `place` says in an error what was
/// read; it is turned into text only then.
final class HeaderReader {
    private static final int BUFFER_BYTES = 64 << 10;

    private final FileBytes file;
    private final FileFaults faults;
    private final long fileBytes;
    private final int limitBytes;
    private final ByteBuffer buffer =
            ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).flip();
    private long position;

    HeaderReader(FileBytes file, FileFaults faults, int limitBytes) throws IOException {
        this.file = file;
        this.faults = faults;
        this.fileBytes = file.size();
        this.limitBytes = limitBytes;
    }

    Path file() {
        return faults.path();
    }

    long fileBytes() {
        return fileBytes;
    }

    /// Offset in the file of the next byte.
    long position() {
        return position;
    }

    ServingException fault(Object place, String problem) {
        return faults.at(place + " at offset " + position, problem);
    }

    int readInt(Object place) throws IOException {
        need(Integer.BYTES, place);
        fill(Integer.BYTES, place);
        position += Integer.BYTES;
        return buffer.getInt();
    }

    long readLong(Object place) throws IOException {
        need(Long.BYTES, place);
        fill(Long.BYTES, place);
        position += Long.BYTES;
        return buffer.getLong();
    }

    /// Reads a count or length, `0..limit`.
    int readCount(Object place, String limitName, int limit) throws IOException {
        long start = position;
        long count = readLong(place);
        if (count < 0 || count > limit) {
            throw faults.at(
                    place + " at offset " + start,
                    Long.toUnsignedString(count) + " is above the limit " + limitName + " = " + limit);
        }
        return (int) count;
    }

    String readString(Object place, String limitName, int limit) throws IOException {
        int length = readCount(place + " (length)", limitName, limit);
        byte[] bytes = readBytes(length, place);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw faults.at(place + " at offset " + (position - length), "is not UTF-8 (" + e.getMessage() + ")");
        }
    }

    byte[] readBytes(int length, Object place) throws IOException {
        need(length, place);
        byte[] bytes = new byte[length];
        readBytes(bytes, 0, length, place);
        return bytes;
    }

    void readBytes(byte[] target, int start, int length, Object place) throws IOException {
        need(length, place);
        int done = 0;
        while (done < length) {
            fill(1, place);
            int part = Math.min(buffer.remaining(), length - done);
            buffer.get(target, start + done, part);
            done += part;
            position += part;
        }
    }

    /// Fails unless `bytes` more bytes are there and allowed.
    void need(long bytes, Object place) {
        if (bytes > fileBytes - position) {
            throw fault(place, "needs " + bytes + " bytes, but the file ends at " + fileBytes);
        }
        if (bytes > limitBytes - position) {
            throw fault(place, "needs " + bytes + " bytes and passes the limit headerBytes = " + limitBytes);
        }
    }

    private void fill(int bytes, Object place) throws IOException {
        if (buffer.remaining() >= bytes) {
            return;
        }
        long from = position + buffer.remaining();
        buffer.compact();
        file.read(buffer, from);
        buffer.flip();
        if (buffer.remaining() < bytes) {
            throw fault(place, "the file was " + fileBytes + " bytes long and is shorter now");
        }
    }
}
