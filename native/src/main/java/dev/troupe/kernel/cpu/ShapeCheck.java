package dev.troupe.kernel.cpu;

import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.QuantizedRows;

/// What C takes on trust. Messages name the op, the operand and the numbers.
///
/// @param op named in messages
record ShapeCheck(CpuOp op) {
    ShapeCheck count(String what, long count) {
        if (count < 1) {
            throw impossible(what + " " + count + " must be positive");
        }
        return this;
    }

    /// Rows are `width` wide and do not overlap.
    ShapeCheck rows(String what, Ops.Rows rows, int width, int count) {
        count("rows", count);
        if (count > 1 && rows.stride() < width) {
            throw impossible(what + " rows of " + width + " with a stride of " + rows.stride() + " overlap");
        }
        return this;
    }

    ShapeCheck quantized(QuantizedRows rows, int count) {
        count("rows", count);
        if (count > rows.capacityRows()) {
            throw impossible(count + " rows in a room for " + rows.capacityRows());
        }
        return this;
    }

    /// The operand has the form that the weights' format takes, and their width.
    ShapeCheck input(Matrix weights, Ops.Input input, int count) {
        switch (input) {
            case Ops.FloatInput(Ops.Rows rows)
            when !weights.format().isQuantized() -> rows("input", rows, weights.inputs(), count);
            case Ops.QuantizedInput(QuantizedRows rows)
            when weights.format().isQuantized() -> {
                quantized(rows, count);
                if (rows.inputs() != weights.inputs()) {
                    throw impossible("rows of " + rows.inputs() + " against weights of " + weights.inputs());
                }
            }
            default ->
                throw impossible(weights.format() + " weights do not take a "
                        + input.getClass().getSimpleName());
        }
        return this;
    }

    private KernelException impossible(String problem) {
        return new KernelException(op.symbol() + ": " + problem);
    }
}
