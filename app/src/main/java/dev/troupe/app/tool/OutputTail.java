package dev.troupe.app.tool;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the end of a file that may be long.
public final class OutputTail {
    private static final int MAX_BYTES = 64 << 10;

    private OutputTail() {}

    public static String read(Path file) throws IOException {
        return readFrom(file, 0);
    }

    /// What comes after the first `offset` bytes, at most the last 64 KiB of it.
    public static String readFrom(Path file, long offset) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(offset, channel.size() - MAX_BYTES));
            return new String(Channels.newInputStream(channel).readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        }
    }
}
