package dev.troupe.store.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/// The tensor bytes of a model file, read where they are asked for and never mapped: a mapped page
/// can change or vanish behind us. Safe to use from any thread.
public final class GgufData implements AutoCloseable {
    private final GgufFile file;
    private final FileBytes bytes;

    GgufData(GgufFile file, FileBytes bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` when it cannot be opened
    public static GgufData open(GgufFile file) {
        try {
            return new GgufData(file, FileBytes.open(file.path()));
        } catch (IOException e) {
            throw new FileFaults(file.path()).unreadable(e);
        }
    }

    /// Fills `target` with the tensor's bytes from `start` on.
    ///
    /// @param start offset inside the tensor; `start + target.remaining()` is at most its bytes
    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` when the bytes cannot be
    ///     read
    public void read(GgufTensor tensor, long start, ByteBuffer target) {
        Objects.checkFromIndexSize(start, target.remaining(), tensor.bytes());
        try {
            bytes.read(target, tensor.offset() + start);
            if (target.hasRemaining()) {
                throw file.fault(tensor.name(), "the file became shorter and ends inside the tensor");
            }
        } catch (IOException e) {
            throw new FileFaults(file.path()).unreadable(e);
        }
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
