package dev.troupe.kernel.reference;

import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.QuantizedRows;
import dev.troupe.kernel.layout.PanelUnpacker.Half;
import dev.troupe.kernel.layout.WeightRow;
import java.util.Arrays;

/// Output by output, so that each one's weights are unpacked once for all rows.
final class LinearOp {
    private static final int GROUP = QuantizedRows.GROUP;

    private final ReferenceMemory memory;
    private final Ops.Linear op;
    private final Matrix matrix;
    private final FloatRows out;

    LinearOp(ReferenceMemory memory, Ops.Linear op) {
        this.memory = memory;
        this.op = op;
        this.matrix = op.weights();
        this.out = new FloatRows(memory, op.out(), matrix.outputs());
    }

    void run() {
        switch (op.epilogue()) {
            case STORE -> putAll(product(Half.WHOLE));
            case ADD -> putAll(added(product(Half.WHOLE)));
            case SWIGLU -> putAll(gated(Arithmetic::silu));
            case GEGLU -> putAll(gated(Arithmetic::gelu));
        }
    }

    private void putAll(float[][] rows) {
        for (int row = 0; row < rows.length; row++) {
            out.put(row, rows[row]);
        }
    }

    private float[][] added(float[][] product) {
        for (int row = 0; row < product.length; row++) {
            float[] before = out.get(row);
            for (int n = 0; n < before.length; n++) {
                product[row][n] = before[n] + product[row][n];
            }
        }
        return product;
    }

    private float[][] gated(Activation activation) {
        float[][] gate = product(Half.GATE);
        float[][] up = product(Half.UP);
        for (int row = 0; row < gate.length; row++) {
            for (int n = 0; n < gate[row].length; n++) {
                gate[row][n] = activation.of(gate[row][n]) * up[row][n];
            }
        }
        return gate;
    }

    private float[][] product(Half half) {
        PackedRows weights = new PackedRows(memory, matrix, half);
        return switch (op.input()) {
            case Ops.FloatInput(Ops.Rows rows) -> floatProduct(weights, new FloatRows(memory, rows, matrix.inputs()));
            case Ops.QuantizedInput(QuantizedRows rows) -> int8Product(weights, rows);
        };
    }

    private float[][] floatProduct(PackedRows weights, FloatRows input) {
        float[][] x = new float[op.rows()][];
        Arrays.setAll(x, input::get);
        float[][] product = new float[op.rows()][matrix.outputs()];
        float[] w = new float[matrix.inputs()];
        for (int n = 0; n < matrix.outputs(); n++) {
            WeightRow output = weights.output(n);
            for (int k = 0; k < w.length; k++) {
                w[k] = output.widened(k);
            }
            for (int row = 0; row < x.length; row++) {
                product[row][n] = chain(w, x[row]);
            }
        }
        return product;
    }

    private static float chain(float[] w, float[] x) {
        float acc = 0f;
        for (int k = 0; k < w.length; k++) {
            acc = Math.fma(w[k], x[k], acc);
        }
        return acc;
    }

    private float[][] int8Product(PackedRows weights, QuantizedRows input) {
        Int8Row[] x = new Int8Row[op.rows()];
        Arrays.setAll(x, row -> Int8Row.load(memory, input, row));
        float[][] product = new float[op.rows()][matrix.outputs()];
        for (int n = 0; n < matrix.outputs(); n++) {
            WeightRow output = weights.output(n);
            for (int row = 0; row < x.length; row++) {
                product[row][n] = chain(output, x[row]);
            }
        }
        return product;
    }

    private float chain(WeightRow w, Int8Row x) {
        int part = matrix.format().partSize();
        float acc = 0f;
        for (int first = 0; first < x.q().length; first += part) {
            float scale = x.scale()[first / GROUP];
            int index = first / part;
            acc = Math.fma(w.scale(index) * scale, (float) dot(w, x.q(), first, part), acc);
            if (matrix.format().hasMinimum()) {
                acc = Math.fma(w.minimum(index) * scale, (float) x.sum(first, part), acc);
            }
        }
        return acc;
    }

    private static int dot(WeightRow w, byte[] q, int first, int count) {
        int sum = 0;
        for (int k = first; k < first + count; k++) {
            sum += w.quant(k) * q[k];
        }
        return sum;
    }
}
