package dev.troupe.store.image;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// The bytes of an image while it is written: the port that keeps disks out of tests. What was
/// never written reads as zero.
interface ImageBytes {
    /// Writes all remaining bytes.
    void write(long offset, ByteBuffer bytes) throws IOException;

    /// Fills all remaining bytes.
    void read(long offset, ByteBuffer target) throws IOException;

    static ImageBytes of(FileChannel channel) {
        return new ImageBytes() {
            @Override
            public void write(long offset, ByteBuffer bytes) throws IOException {
                long position = offset;
                while (bytes.hasRemaining()) {
                    position += channel.write(bytes, position);
                }
            }

            @Override
            public void read(long offset, ByteBuffer target) throws IOException {
                readFully(channel, offset, target);
            }
        };
    }

    static void readFully(FileChannel channel, long offset, ByteBuffer target) throws IOException {
        long position = offset;
        while (target.hasRemaining()) {
            int read = channel.read(target, position);
            if (read < 0) {
                throw new EOFException("the file ends at " + position);
            }
            position += read;
        }
    }
}
