package dev.troupe.store.format;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.List;

/// One entry of a model file's directory; its place was checked to lie inside the file.
///
/// @param dimensions 1 to 4, each at least 1; the first one is the width of a row
/// @param offset of its first byte, from the start of the file
/// @param bytes of all rows
public record GgufTensor(String name, WeightFormat format, List<Long> dimensions, long offset, long bytes) {
    public GgufTensor {
        dimensions = List.copyOf(dimensions);
    }

    /// First byte after it.
    long end() {
        return offset + bytes;
    }
}
