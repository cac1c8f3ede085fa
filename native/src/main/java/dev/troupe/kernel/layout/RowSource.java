package dev.troupe.kernel.layout;

import java.nio.ByteBuffer;

/// Gives a matrix row by row, in the file's form and in the order of the image.
@FunctionalInterface
public interface RowSource {
    /// Writes the `rowBytes` of output `row` at `target`'s position.
    void read(int row, ByteBuffer target);
}
