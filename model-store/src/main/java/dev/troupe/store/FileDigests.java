package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.store.ImportProgress.Stage;
import dev.troupe.store.ModelFiles.Named;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads files from front to back and hashes what it read. One use.
final class FileDigests {
    private static final int BUFFER_BYTES = 1 << 20;

    private final ImportProgress progress;
    private final List<Named> files;
    private long totalBytes;
    private long doneBytes;

    FileDigests(List<Named> files, ImportProgress progress) {
        this.files = files;
        this.progress = progress;
    }

    SortedMap<String, Digest> hash() throws IOException {
        count();
        SortedMap<String, Digest> digests = new TreeMap<>();
        for (Named file : files) {
            digests.put(file.name(), pass(file.path(), Stage.HASH, bytes -> {}));
        }
        return digests;
    }

    /// Copies into a folder, or to one file, that must not exist. The bytes are not durable yet: the
    /// disk writes them while their owner goes on.
    ///
    /// @param target of a name
    /// @return the digests of the bytes that were written
    SortedMap<String, Digest> copy(Target target) throws IOException {
        count();
        SortedMap<String, Digest> digests = new TreeMap<>();
        for (Named file : files) {
            digests.put(file.name(), copy(file.path(), target.of(file.name())));
        }
        return digests;
    }

    /// Gives the file that a name is copied to.
    @FunctionalInterface
    interface Target {
        Path of(String name);
    }

    private void count() throws IOException {
        for (Named file : files) {
            totalBytes += Files.size(file.path());
        }
    }

    private Digest copy(Path source, Path target) throws IOException {
        try (FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Digest digest = pass(source, Stage.COPY, bytes -> {
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            });
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
            while (in.read(buffer.clear()) >= 0) {
                doneBytes += buffer.position();
                sha256.update(buffer.flip().duplicate());
                sink.accept(buffer);
                progress.at(stage, doneBytes, Math.max(doneBytes, totalBytes));
            }
        }
        return Digest.of(sha256.digest());
    }
}
