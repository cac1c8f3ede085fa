package dev.troupe.cli.push;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/// Tells how many bytes were read.
final class CountedStream extends FilterInputStream {
    private final LongConsumer told;
    private long bytes;

    CountedStream(InputStream in, LongConsumer told) {
        super(in);
        this.told = told;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        count(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
        int read = super.read(buffer, from, length);
        count(Math.max(0, read));
        return read;
    }

    private void count(int more) {
        if (more > 0) {
            bytes += more;
            told.accept(bytes);
        }
    }
}
