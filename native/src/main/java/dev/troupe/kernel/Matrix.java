package dev.troupe.kernel;

import dev.troupe.kernel.layout.WeightFormat;
import java.util.Objects;

/// A packed weight matrix on the device; {@link dev.troupe.kernel.layout.PanelLayout} tells the
/// bytes behind `address`.
///
/// @param outputs columns of the result; for a paired matrix (gate and up) the columns of each half
/// @param inputs width of the left operand
/// @param address multiple of 64
public record Matrix(WeightFormat format, int outputs, int inputs, long address) {
    public Matrix {
        Objects.requireNonNull(format, "format");
        if (outputs < 1 || inputs < 1 || inputs % format.groupSize() != 0) {
            throw new KernelException("matrix of " + outputs + " x " + inputs + " in " + format
                    + ": counts must be positive and the inputs a multiple of " + format.groupSize());
        }
    }
}
