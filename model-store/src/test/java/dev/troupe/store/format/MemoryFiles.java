package dev.troupe.store.format;

import java.util.function.Consumer;

/// Model files without a disk, for tests of other packages.
public final class MemoryFiles {
    private MemoryFiles() {}

    /// A file with metadata only.
    public static GgufFile withMetadata(Consumer<GgufWriter> declare) {
        return GgufFiles.read(GgufFiles.write(declare));
    }
}
