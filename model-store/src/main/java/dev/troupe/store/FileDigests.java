package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.store.ImportProgress.Stage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/// Reads files from front to back and hashes what it read.
final class FileDigests {
    private static final int BUFFER_BYTES = 1 << 20;

    private final ImportProgress progress;

    FileDigests(ImportProgress progress) {
        this.progress = progress;
    }

    Digest hash(Path source) throws IOException {
        return pass(source, Stage.HASH, bytes -> {});
    }

    /// Copies to a file that must not exist and makes it durable.
    ///
    /// @return the digest of the bytes that were written
    Digest copy(Path source, Path target) throws IOException {
        try (FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Digest digest = pass(source, Stage.COPY, bytes -> {
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            });
            out.force(true);
            return digest;
        }
    }

    private interface Sink {
        void accept(ByteBuffer bytes) throws IOException;
    }

    private Digest pass(Path source, Stage stage, Sink sink) throws IOException {
        MessageDigest sha256 = Digest.sha256();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ)) {
            long total = in.size();
            long done = 0;
            while (in.read(buffer.clear()) >= 0) {
                done += buffer.position();
                sha256.update(buffer.flip().duplicate());
                sink.accept(buffer);
                progress.at(stage, done, Math.max(done, total));
            }
        }
        return Digest.of(sha256.digest());
    }
}
