package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.store.ImportProgress.Stage;
import dev.troupe.store.ModelFiles.Named;
import dev.troupe.store.source.Tasks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/// Reads files from front to back and hashes what it read. One use.
final class FileDigests {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final ThreadFactory HASHER =
            Thread.ofPlatform().name("troupe-hash").daemon().factory();

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
            digests.put(file.name(), hash(file.path()));
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
        totalBytes = ModelFiles.bytes(files);
    }

    private Digest copy(Path source, Path target) throws IOException {
        MessageDigest sha256 = Digest.sha256();
        try (FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                ExecutorService hasher = Executors.newSingleThreadExecutor(HASHER)) {
            pass(source, Stage.COPY, bytes -> {
                Future<?> hashed = hasher.submit(() -> sha256.update(bytes.duplicate()));
                ByteBuffer rest = bytes.duplicate();
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
                Tasks.await(hashed);
            });
        }
        return Digest.of(sha256.digest());
    }

    private Digest hash(Path source) throws IOException {
        MessageDigest sha256 = Digest.sha256();
        pass(source, Stage.HASH, sha256::update);
        return Digest.of(sha256.digest());
    }

    private interface Sink {
        void accept(ByteBuffer bytes) throws IOException;
    }

    private void pass(Path source, Stage stage, Sink sink) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ)) {
            while (in.read(buffer.clear()) >= 0) {
                doneBytes += buffer.position();
                sink.accept(buffer.flip());
                progress.at(stage, doneBytes, Math.max(doneBytes, totalBytes));
            }
        }
    }
}
