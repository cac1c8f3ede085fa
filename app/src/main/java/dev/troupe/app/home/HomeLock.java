package dev.troupe.app.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/// The lock that one process holds on a home. The operating system gives it back when the process
/// ends, however it ends.
final class HomeLock implements AutoCloseable {
    private static final String FILE_NAME = "lock";
    private static final int MAX_PID_BYTES = 32;

    private final FileChannel channel;

    private HomeLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Empty when another process holds it.
    static Optional<HomeLock> tryLock(Path home) throws IOException {
        FileChannel channel = FileChannel.open(
                home.resolve(FILE_NAME),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        if (isLocked(channel)) {
            channel.close();
            return Optional.empty();
        }
        channel.truncate(0);
        channel.write(
                ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
        return Optional.of(new HomeLock(channel));
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        }
    }

    /// Whether some process holds the lock now; changes nothing.
    static boolean isHeld(Path home) {
        Path file = home.resolve(FILE_NAME);
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return isLocked(channel);
        } catch (IOException e) {
            return false;
        }
    }

    /// The pid that the last holder wrote.
    static Optional<Long> lastPid(Path home) {
        try (FileChannel channel = FileChannel.open(home.resolve(FILE_NAME), StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(MAX_PID_BYTES);
            channel.read(bytes);
            String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
            return Optional.of(pid).filter(text -> text.matches("\\d{1,18}")).map(Long::valueOf);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
