package dev.troupe.store.blob;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/// Writes what arrives to a new file and hashes it on the way; holds one buffer, whatever the size.
final class BlobWriter {
    private static final int BUFFER_BYTES = 1 << 18;
    /// The disk is asked for its room once for so many bytes.
    private static final long ROOM_BYTES = 64L << 20;

    private final DiskRoom room;

    BlobWriter(DiskRoom room) {
        this.room = room;
    }

    /// What was written; durable.
    record Written(Digest digest, long bytes) {}

    /// @throws ServingException `CANCELLED` when the sender broke off, or when there is no room
    /// @throws IOException when the disk is at fault
    Written write(Incoming incoming, Path draft) throws IOException {
        room.checkSize(incoming.statedBytes().orElse(0));
        room.checkDisk(incoming.statedBytes().orElse(0));
        try (FileChannel out = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            MessageDigest sha256 = Digest.sha256();
            byte[] buffer = new byte[BUFFER_BYTES];
            long bytes = 0;
            for (int count = read(incoming.bytes(), buffer); count >= 0; count = read(incoming.bytes(), buffer)) {
                room.checkSize(bytes + count);
                if (bytes / ROOM_BYTES != (bytes + count) / ROOM_BYTES) {
                    room.checkDisk(ROOM_BYTES);
                }
                sha256.update(buffer, 0, count);
                writeAll(out, ByteBuffer.wrap(buffer, 0, count));
                bytes += count;
            }
            out.force(true);
            return new Written(Digest.of(sha256.digest()), bytes);
        }
    }

    private static int read(InputStream in, byte[] buffer) {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.CANCELLED, "the upload broke off before its end", e);
        }
    }

    private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }
}
