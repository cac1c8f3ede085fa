package dev.troupe.store.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The bytes of a file, wherever they are: the port that keeps disks out of tests.
interface FileBytes extends AutoCloseable {
    long size() throws IOException;

    /// Reads some bytes at `position`; negative at the end.
    int read(ByteBuffer target, long position) throws IOException;

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
            public int read(ByteBuffer target, long position) throws IOException {
                return channel.read(target, position);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
