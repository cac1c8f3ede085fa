package dev.troupe.store.source;

import dev.troupe.kernel.layout.WeightFormat;
import java.nio.file.Path;
import java.util.List;

/// One tensor of a model's files; its place was checked to lie inside its file.
///
/// @param dimensions 1 to 4, each at least 1; the first one is the width of a row
/// @param file that holds its bytes
/// @param offset of its first byte, from the start of the file
/// @param bytes of all rows
public record SourceTensor(
        String name, WeightFormat format, List<Long> dimensions, Path file, long offset, long bytes) {
    public SourceTensor {
        dimensions = List.copyOf(dimensions);
    }

    /// First byte after it.
    public long end() {
        return offset + bytes;
    }

    /// Some rows of this matrix as a matrix of their own.
    ///
    /// @param first `first + count` is at most the matrix' rows
    public SourceTensor rows(int first, int count) {
        long rowBytes = format.rowBytes(Math.toIntExact(dimensions.getFirst()));
        return new SourceTensor(
                name,
                format,
                List.of(dimensions.getFirst(), (long) count),
                file,
                offset + first * rowBytes,
                count * rowBytes);
    }
}
