package dev.troupe.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// File operations that survive a crash once they return.
public final class Durable {
    private Durable() {}

    /// Writes a file that must not exist.
    public static void write(Path path, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /// Writes a file that may exist: whoever reads it finds the old content or the new, whole.
    ///
    /// @param draft a name beside it that nobody else uses; what was left there is overwritten
    public static void replace(Path path, Path draft, byte[] content) throws IOException {
        Files.deleteIfExists(draft);
        write(draft, content);
        publish(draft, path);
    }

    /// Renames a durable file, on one file system; a file that has the name already is replaced.
    public static void publish(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(to.getParent());
    }

    /// Renames a folder whose files are durable, on one file system.
    public static void rename(Path from, Path to) throws IOException {
        syncFolder(from);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(to.getParent());
    }

    /// Deletes a folder with all that is in it; none is nothing to do.
    public static void deleteTree(Path root) throws IOException {
        if (Files.notExists(root)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }

    /// Makes the names in a folder durable.
    public static void syncFolder(Path folder) throws IOException {
        sync(folder);
    }

    /// Makes what was written to a file durable.
    static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
