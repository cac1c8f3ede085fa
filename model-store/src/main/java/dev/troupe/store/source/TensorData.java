package dev.troupe.store.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// The tensor bytes of a model's files, read where they are asked for and never mapped: a mapped page
/// can change or vanish behind us. Files are opened when they are first needed. Safe to use from any
/// thread.
public final class TensorData implements AutoCloseable {
    private final Opener opener;
    private final Map<Path, FileBytes> open = new HashMap<>();

    /// Opens files; the port that keeps disks out of tests.
    @FunctionalInterface
    interface Opener {
        FileBytes open(Path path) throws IOException;
    }

    TensorData(Opener opener) {
        this.opener = opener;
    }

    /// Of files on disk.
    public static TensorData onDisk() {
        return new TensorData(FileBytes::open);
    }

    /// Fills `target` with the tensor's bytes from `start` on.
    ///
    /// @param start offset inside the tensor; `start + target.remaining()` is at most its bytes
    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` when the bytes cannot be
    ///     read
    public void read(SourceTensor tensor, long start, ByteBuffer target) {
        Objects.checkFromIndexSize(start, target.remaining(), tensor.bytes());
        FileFaults faults = new FileFaults(tensor.file());
        try {
            file(tensor.file()).read(target, tensor.offset() + start);
            if (target.hasRemaining()) {
                throw faults.atTensor(tensor.name(), "the file became shorter and ends inside the tensor");
            }
        } catch (IOException e) {
            throw faults.unreadable(e);
        }
    }

    private synchronized FileBytes file(Path path) throws IOException {
        FileBytes file = open.get(path);
        if (file == null) {
            file = opener.open(path);
            open.put(path, file);
        }
        return file;
    }

    @Override
    public synchronized void close() throws IOException {
        for (FileBytes file : open.values()) {
            file.close();
        }
        open.clear();
    }
}
