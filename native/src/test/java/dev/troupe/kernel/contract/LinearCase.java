package dev.troupe.kernel.contract;

import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import java.util.Arrays;

/// A product with its data.
record LinearCase(Shape shape, byte[] packed, float[][] floats, Int8Data int8, float[][] before)
        implements KernelContract.RowsCase {
    record Shape(WeightFormat format, int outputs, int inputs, Ops.Epilogue epilogue) {}

    static LinearCase random(TestData data, Shape shape, int rows) {
        WeightFormat format = shape.format();
        byte[][] weights = data.weights(format, shape.outputs(), shape.inputs(), true);
        byte[] packed = shape.epilogue().isPaired()
                ? TestData.packPair(
                        format, shape.inputs(), weights, data.weights(format, shape.outputs(), shape.inputs(), false))
                : TestData.pack(format, shape.inputs(), weights);
        return new LinearCase(
                shape,
                packed,
                data.wildRows(rows, shape.inputs()),
                Int8Data.random(data, rows, Math.ceilDiv(shape.inputs(), 32) * 32),
                data.wildRows(rows, shape.outputs()));
    }

    @Override
    public int rows() {
        return before.length;
    }

    @Override
    public float[][] run(Workbench bench, int from, int count) {
        Matrix matrix = new Matrix(shape.format(), shape.outputs(), shape.inputs(), bench.put(packed));
        int stride = shape.outputs() + from % 3;
        Ops.Rows out = shape.epilogue() == Ops.Epilogue.ADD
                ? bench.putRows(Arrays.copyOfRange(before, from, from + count), stride)
                : bench.roomForRows(count, stride);
        bench.kernels().linear(new Ops.Linear(matrix, input(bench, from, count), out, count, shape.epilogue()));
        return bench.readRows(out, count, shape.outputs());
    }

    private Ops.Input input(Workbench bench, int from, int count) {
        if (shape.format().isQuantized()) {
            return new Ops.QuantizedInput(int8.put(bench, from, count, count + from % 2));
        }
        return new Ops.FloatInput(
                bench.putRows(Arrays.copyOfRange(floats, from, from + count), shape.inputs() + from % 5));
    }
}
