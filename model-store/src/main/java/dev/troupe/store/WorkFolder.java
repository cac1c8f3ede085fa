package dev.troupe.store;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A place for unfinished work, held by a file lock. The lock goes with the process, so what a
/// killed one left can be told from what a living one does, and is deleted.
public final class WorkFolder implements AutoCloseable {
    /// Works that may go on at once, over all processes that share the store.
    public static final int SLOTS = 16;

    /// Slots of this process. A file lock is the whole process' own and goes when any channel to the
    /// file is closed, so a held slot's file must not be opened again.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel channel;

    private WorkFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /// Takes a free slot; its folder is empty.
    ///
    /// @throws ServingException `OVERLOADED` when all are held
    public static WorkFolder take(Path parent) throws IOException {
        for (int slot = 0; slot < SLOTS; slot++) {
            Optional<WorkFolder> folder = tryTake(parent, slot);
            if (folder.isPresent()) {
                return folder.get();
            }
        }
        throw ServingException.of(
                ErrorCode.OVERLOADED,
                SLOTS + " imports or uploads are running, the limit; try again when one has ended");
    }

    /// Deletes what dead processes left.
    public static void clean(Path parent) throws IOException {
        for (int slot = 0; slot < SLOTS; slot++) {
            if (Files.exists(folder(parent, slot))) {
                Optional<WorkFolder> left = tryTake(parent, slot);
                if (left.isPresent()) {
                    left.get().close();
                }
            }
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            Durable.deleteTree(path);
        } finally {
            HELD.remove(path);
        }
    }

    private static Path folder(Path parent, int slot) {
        return parent.toAbsolutePath().normalize().resolve("work-" + slot);
    }

    private static Optional<WorkFolder> tryTake(Path parent, int slot) throws IOException {
        Path path = folder(parent, slot);
        if (!HELD.add(path)) {
            return Optional.empty();
        }
        Optional<WorkFolder> taken = Optional.empty();
        try {
            taken = lock(path);
            return taken;
        } finally {
            if (taken.isEmpty()) {
                HELD.remove(path);
            }
        }
    }

    private static Optional<WorkFolder> lock(Path path) throws IOException {
        Path lockFile = path.resolveSibling(path.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                Durable.deleteTree(path);
                Files.createDirectory(path);
                return Optional.of(new WorkFolder(path, channel));
            }
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }
}
