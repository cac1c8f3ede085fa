package dev.troupe.store.blob;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import java.io.IOException;

/// Refuses bytes that are too many, for one file or for the disk.
///
/// @param free asks the disk
record DiskRoom(BlobLimits limits, FreeBytes free) {
    /// How many bytes a disk has left for us.
    @FunctionalInterface
    interface FreeBytes {
        long get() throws IOException;
    }

    /// @param bytes that a file has, or will have at least
    /// @throws ServingException `PAYLOAD_TOO_LARGE`
    void checkSize(long bytes) {
        if (bytes > limits.maxBlobBytes()) {
            throw ServingException.of(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    "the file has " + bytes + " bytes or more; the limit is " + limits.maxBlobBytes());
        }
    }

    /// @param more bytes that are to be written
    /// @throws ServingException `INSUFFICIENT_STORAGE`
    void checkDisk(long more) throws IOException {
        long left = free.get();
        if (left - more < limits.minFreeBytes()) {
            throw ServingException.of(
                    ErrorCode.INSUFFICIENT_STORAGE,
                    "the disk has " + left + " bytes free and the file needs " + more + " more; "
                            + limits.minFreeBytes() + " must stay free");
        }
    }
}
