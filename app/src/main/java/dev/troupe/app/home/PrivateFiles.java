package dev.troupe.app.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and folders that only their owner may read. Replacing a file is all or nothing, also when
/// the machine stops half-way.
final class PrivateFiles {
    private PrivateFiles() {}

    static void write(Path file, String content) throws IOException {
        Path draft = file.resolveSibling("." + file.getFileName() + ".tmp");
        Files.deleteIfExists(draft);
        try (FileChannel channel = FileChannel.open(
                draft,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /// Makes a folder, and its parents, unless it is there. One that is there keeps its mode.
    static void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }
}
