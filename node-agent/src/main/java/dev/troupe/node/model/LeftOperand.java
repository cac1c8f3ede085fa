package dev.troupe.node.model;

import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.QuantizedRows;
import java.util.Optional;

/// Room for the rows that a product reads, as fp32 and, where the width allows it, as int8 groups.
/// What its consumers' formats need is filled, and no more.
record LeftOperand(Ops.Rows floats, Optional<QuantizedRows> quantized, int width) {
    static LeftOperand take(AddressPlan plan, int rows, int width) {
        Ops.Rows floats = plan.rows(rows, width);
        if (width % QuantizedRows.GROUP != 0) {
            return new LeftOperand(floats, Optional.empty(), width);
        }
        long address = plan.take(QuantizedRows.bytes(rows, width));
        return new LeftOperand(floats, Optional.of(new QuantizedRows(address, rows, width)), width);
    }

    /// Which forms its consumers read.
    record Forms(boolean asGroups, boolean asFloats) {
        static final Forms NONE = new Forms(false, false);

        static Forms of(Matrix consumer) {
            return NONE.and(consumer);
        }

        Forms and(Matrix consumer) {
            boolean groups = consumer.format().isQuantized();
            return new Forms(asGroups || groups, asFloats || !groups);
        }
    }

    /// Fills it with the norm of `in`, in the forms that are read.
    void normalizeFrom(Kernels kernels, Ops.Rows in, Ops.Gain gain, int rows, Forms forms) {
        if (forms.asGroups()) {
            kernels.normalizeQuantize(new Ops.NormalizeQuantize(in, gain, quantized.orElseThrow(), rows));
        }
        if (forms.asFloats()) {
            kernels.normalize(new Ops.Normalize(in, gain, floats, width, rows));
        }
    }

    /// Makes the int8 form of the fp32 rows when the consumer reads that.
    void quantizeFor(Kernels kernels, Matrix consumer, int rows) {
        if (consumer.format().isQuantized()) {
            kernels.quantize(new Ops.Quantize(floats, quantized.orElseThrow(), rows));
        }
    }

    Ops.Input inputOf(Matrix consumer) {
        return consumer.format().isQuantized()
                ? new Ops.QuantizedInput(quantized.orElseThrow())
                : new Ops.FloatInput(floats);
    }
}
