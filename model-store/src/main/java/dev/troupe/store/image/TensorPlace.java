package dev.troupe.store.image;

import dev.troupe.kernel.layout.WeightFormat;

/// One tensor of an image.
///
/// @param format F32 for vectors (norms), which are stored plain
/// @param outputs columns of the product (of each half, when paired); 1 for vectors
/// @param inputs width of the left operand; the length of a vector
/// @param offset multiple of 64
public record TensorPlace(Kind kind, WeightFormat format, int outputs, int inputs, long offset, long bytes) {
    /// How the bytes are laid out.
    public enum Kind {
        /// Plain `float[inputs]`.
        VECTOR,
        /// Panels of one matrix.
        MATRIX,
        /// Gate and up panels in turn.
        PAIR
    }
}
