package dev.troupe.store.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The bytes of a file, wherever they are: the port that keeps disks out of tests.
public interface FileBytes extends AutoCloseable {
    long size() throws IOException;

    /// Reads from `position` on until `target` is full or the file ends.
    void read(ByteBuffer target, long position) throws IOException;

    @Override
    void close() throws IOException;

    static FileBytes open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        return new FileBytes() {
            @Override
            public long size() throws IOException {
                return channel.size();
            }

            @Override
            public void read(ByteBuffer target, long position) throws IOException {
                long at = position;
                for (int read = 0; target.hasRemaining() && read >= 0; at += read) {
                    read = channel.read(target, at);
                }
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
