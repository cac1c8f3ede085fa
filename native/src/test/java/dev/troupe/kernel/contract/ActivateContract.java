package dev.troupe.kernel.contract;

import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ops that take one number at a time, or one row.
abstract class ActivateContract extends KernelContract {
    private static final int[] WIDTHS = {1, 2, 15, 16, 17, 31, 33, 100, 576, 1537};
    private static final int ROWS = 33;

    private record ActivateCase(Ops.Activation activation, float[][] gate, float[][] up, boolean inPlace)
            implements RowsCase {
        @Override
        public int rows() {
            return gate.length;
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            int width = gate[0].length;
            Ops.Rows gates = bench.putRows(Arrays.copyOfRange(gate, from, from + count), width + from % 3);
            Ops.Rows ups = bench.putRows(Arrays.copyOfRange(up, from, from + count), width + from % 2);
            Ops.Rows out = inPlace ? gates : bench.roomForRows(count, width + from % 5);
            bench.kernels().activate(new Ops.Activate(activation, gates, ups, out, width, count));
            return bench.readRows(out, count, width);
        }
    }

    private record SoftcapCase(float[][] values, float cap) implements RowsCase {
        @Override
        public int rows() {
            return values.length;
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            int width = values[0].length;
            Ops.Rows rows = bench.putRows(Arrays.copyOfRange(values, from, from + count), width + from % 3);
            bench.kernels().softcap(new Ops.Softcap(rows, cap, width, count));
            return bench.readRows(rows, count, width);
        }
    }

    private record NormalizeAddCase(float[][] in, float[] gain, float[][] before) implements RowsCase {
        @Override
        public int rows() {
            return in.length;
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            int width = gain.length;
            Ops.Rows rows = bench.putRows(Arrays.copyOfRange(in, from, from + count), width + from % 3);
            Ops.Rows out = bench.putRows(Arrays.copyOfRange(before, from, from + count), width + from % 2);
            Ops.Gain gains = new Ops.Gain(bench.put(gain), 1e-6f);
            bench.kernels().normalizeAdd(new Ops.NormalizeAdd(rows, gains, out, width, count));
            return bench.readRows(out, count, width);
        }
    }

    @ParameterizedTest
    @EnumSource(Ops.Activation.class)
    void everyActivationGivesTheBitsOfTheReference(Ops.Activation activation) {
        withData(data -> {
            for (int width : WIDTHS) {
                float[][] gate = data.wildRows(ROWS, width);
                gate[0] = ramp(width, 12f);
                ActivateCase test = new ActivateCase(activation, gate, data.wildRows(ROWS, width), width % 2 == 0);
                assertSameInAnyBatch(activation + " of " + width, test, data, 1, 2, 3, 8, ROWS);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Ops.Activation.class)
    void gateAndUpApartGiveTheBitsOfThePair(Ops.Activation activation) {
        withData(data -> {
            int inputs = 48;
            int outputs = 37;
            float[][] x = data.wildRows(11, inputs);
            byte[][] gate = data.weights(WeightFormat.F16, outputs, inputs, true);
            byte[][] up = data.weights(WeightFormat.F16, outputs, inputs, true);
            Ops.Epilogue paired = activation == Ops.Activation.SILU ? Ops.Epilogue.SWIGLU : Ops.Epilogue.GEGLU;
            subject.reset();
            float[][] pair = subject.readRows(
                    product(x, TestData.packPair(WeightFormat.F16, inputs, gate, up), outputs, paired), 11, outputs);
            Ops.Rows gates = product(x, TestData.pack(WeightFormat.F16, inputs, gate), outputs, Ops.Epilogue.STORE);
            Ops.Rows ups = product(x, TestData.pack(WeightFormat.F16, inputs, up), outputs, Ops.Epilogue.STORE);
            subject.kernels().activate(new Ops.Activate(activation, gates, ups, gates, outputs, 11));
            Bits.assertSame("apart " + activation, pair, 0, subject.readRows(gates, 11, outputs));
        });
    }

    private Ops.Rows product(float[][] x, byte[] packed, int outputs, Ops.Epilogue epilogue) {
        int inputs = x[0].length;
        Matrix matrix = new Matrix(WeightFormat.F16, outputs, inputs, subject.put(packed));
        Ops.Rows out = subject.roomForRows(x.length, outputs);
        Ops.Input in = new Ops.FloatInput(subject.putRows(x, inputs));
        subject.kernels().linear(new Ops.Linear(matrix, in, out, x.length, epilogue));
        return out;
    }

    @Test
    void cappedRowsGiveTheBitsOfTheReference() {
        withData(data -> {
            for (int width : WIDTHS) {
                for (float cap : new float[] {30f, 0.5f, 1e20f, Float.MIN_NORMAL}) {
                    float[][] values = data.wildRows(ROWS, width);
                    values[0] = ramp(width, 400f);
                    values[1] = ramp(width, 1f);
                    assertSameInAnyBatch("cap " + cap, new SoftcapCase(values, cap), data, 1, 2, 7, ROWS);
                }
            }
        });
    }

    @Test
    void addedNormsGiveTheBitsOfTheReference() {
        withData(data -> {
            for (int width : WIDTHS) {
                NormalizeAddCase test = new NormalizeAddCase(
                        data.wildRows(ROWS, width), data.numbers(width), data.wildRows(ROWS, width));
                assertSameInAnyBatch("norm of " + width + ", added", test, data, 1, 2, 3, 8, ROWS);
            }
        });
    }

    private static float[] ramp(int width, float end) {
        float[] values = new float[width];
        for (int i = 0; i < width; i++) {
            values[i] = end * (2f * i / width - 1f);
        }
        return values;
    }
}
