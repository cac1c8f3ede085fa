package dev.troupe.store.format;

import dev.troupe.store.source.FileBytes;
import dev.troupe.store.source.FileFaults;
import dev.troupe.store.source.SourceTensor;
import dev.troupe.store.source.TensorData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Reads the header of a GGUF file, version 2 or 3, and checks all of it. Tensor data is not read;
/// see {@link TensorData}.
public final class GgufReader {
    static final int MAGIC = 0x46554747;
    static final int OLDEST_VERSION = 2;
    static final int NEWEST_VERSION = 3;
    static final String ALIGNMENT_KEY = "general.alignment";
    static final int DEFAULT_ALIGNMENT = 32;
    private static final int MIN_ALIGNMENT = 8;
    private static final int MAX_ALIGNMENT = 1 << 16;

    private final FormatLimits limits;

    public GgufReader(FormatLimits limits) {
        this.limits = limits;
    }

    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` when the file cannot be
    ///     read, is cut short, passes a limit or contradicts itself; the message names file, place
    ///     and limit
    public GgufFile read(Path path) {
        try (FileBytes file = FileBytes.open(path)) {
            return read(path, file);
        } catch (IOException e) {
            throw new FileFaults(path).unreadable(e);
        }
    }

    GgufFile read(Path path, FileBytes file) throws IOException {
        FileFaults faults = new FileFaults(path);
        HeaderReader header = new HeaderReader(file, faults, limits.headerBytes());
        readMagic(header);
        int version = readVersion(header);
        int tensorCount = header.readCount("tensor count", "tensors", limits.tensors());
        int entries = header.readCount("metadata count", "metadataEntries", limits.metadataEntries());
        Map<String, MetadataValue> values = new MetadataReader(header, limits).read(entries);
        List<SourceTensor> tensors = new DirectoryReader(header, limits).read(tensorCount);
        GgufMetadata metadata = new GgufMetadata(path, values);
        long alignment = alignment(metadata);
        long dataOffset = Math.ceilDiv(header.position(), alignment) * alignment;
        DirectoryCheck check = new DirectoryCheck(faults, header.fileBytes(), dataOffset, alignment);
        return new GgufFile(path, version, metadata, check.place(tensors));
    }

    private void readMagic(HeaderReader header) throws IOException {
        int magic = header.readInt("magic");
        if (magic != MAGIC) {
            throw header.fault("magic", String.format("is 0x%08x; a GGUF file starts with 0x%08x", magic, MAGIC));
        }
    }

    private int readVersion(HeaderReader header) throws IOException {
        int version = header.readInt("version");
        if (version >= OLDEST_VERSION && version <= NEWEST_VERSION) {
            return version;
        }
        int swapped = Integer.reverseBytes(version);
        if (swapped >= 1 && swapped <= NEWEST_VERSION) {
            throw header.fault(
                    "version", "the file is big-endian (version " + swapped + "); only little-endian is read");
        }
        throw header.fault(
                "version",
                "is " + Integer.toUnsignedString(version) + "; supported are " + OLDEST_VERSION + " and "
                        + NEWEST_VERSION);
    }

    private long alignment(GgufMetadata metadata) {
        long alignment =
                metadata.integer(ALIGNMENT_KEY, MIN_ALIGNMENT, MAX_ALIGNMENT).orElse(DEFAULT_ALIGNMENT);
        if (Long.bitCount(alignment) != 1) {
            throw metadata.fault(ALIGNMENT_KEY, "is " + alignment + "; a power of two is needed");
        }
        return alignment;
    }
}
