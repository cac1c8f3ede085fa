package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.kernel.layout.WeightRow;
import dev.troupe.kernel.reference.ReferenceDevice;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The judge is judged: each op against plain mathematics in double, in another order.
class ReferenceAccuracyTest {
    private static final long BENCH_BYTES = 8L << 20;

    private final Workbench bench = new Workbench(new ReferenceDevice(BENCH_BYTES), BENCH_BYTES);
    private final TestData data = new TestData(7);

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void productsAreThoseOfMathematics(WeightFormat format) {
        int inputs = TestData.width(format, 192);
        byte[][] weights = data.weights(format, 21, inputs, false);
        Int8Data int8 = plainInt8(9, inputs);
        float[][] floats = data.rows(9, inputs);
        LinearCase test = new LinearCase(
                new LinearCase.Shape(format, 21, inputs, Ops.Epilogue.ADD),
                TestData.pack(format, inputs, weights),
                floats,
                int8,
                data.rows(9, 21));
        float[][] result = KernelContract.run(bench, test, 0, 9);
        WeightRow w = new WeightRow(format, inputs);
        for (int n = 0; n < 21; n++) {
            w.load(ByteBuffer.wrap(weights[n]));
            for (int row = 0; row < 9; row++) {
                double sum = test.before()[row][n];
                double size = Math.abs(sum);
                for (int k = inputs - 1; k >= 0; k--) {
                    double x = format.isQuantized()
                            ? (double) int8.q()[row][k] * int8.scales()[row][k / 32]
                            : floats[row][k];
                    sum += w.widened(k) * x;
                    size += Math.abs(w.widened(k) * x);
                }
                assertThat((double) result[row][n]).isCloseTo(sum, within(size * 1e-5));
            }
        }
    }

    @Test
    void gatedProductsAreThoseOfMathematics() {
        byte[][] gate = data.weights(WeightFormat.F32, 20, 24, false);
        byte[][] up = data.weights(WeightFormat.F32, 20, 24, false);
        float[][] x = data.rows(3, 24);
        LinearCase test = new LinearCase(
                new LinearCase.Shape(WeightFormat.F32, 20, 24, Ops.Epilogue.SWIGLU),
                TestData.packPair(WeightFormat.F32, 24, gate, up),
                x,
                plainInt8(3, 32),
                new float[3][20]);
        float[][] result = KernelContract.run(bench, test, 0, 3);
        for (int row = 0; row < 3; row++) {
            for (int n = 0; n < 20; n++) {
                double g = dot(gate[n], x[row]);
                double truth = g / (1 + Math.exp(-g)) * dot(up[n], x[row]);
                assertThat((double) result[row][n]).isCloseTo(truth, within(1e-4 + Math.abs(truth) * 1e-4));
            }
        }
    }

    @Test
    void quantisationIsWithinHalfAStep() {
        int width = 160;
        float[][] x = data.rows(20, width);
        float[][] result = KernelContract.run(bench, new QuantizeContract.QuantizeCase(x), 0, 20);
        for (int row = 0; row < 20; row++) {
            for (int k = 0; k < width; k++) {
                float scale = result[row][width + k / 32];
                assertThat(result[row][k] * scale).isCloseTo(x[row][k], within(scale * 0.5001f));
                assertThat(Math.abs(result[row][k])).isLessThanOrEqualTo(127f);
            }
            for (int half = 0; half < width / 16; half++) {
                float sum = 0;
                for (int k = half * 16; k < half * 16 + 16; k++) {
                    sum += result[row][k];
                }
                assertThat(result[row][width + width / 32 + half]).isEqualTo(sum);
            }
        }
    }

    @Test
    void normsAreThoseOfMathematics() {
        float[][] x = data.rows(5, 100);
        float[] gain = data.numbers(100);
        Ops.Rows in = bench.putRows(x, 100);
        Ops.Rows out = bench.roomForRows(5, 100);
        bench.kernels().normalize(new Ops.Normalize(in, new Ops.Gain(bench.put(gain), 1e-5f), out, 100, 5));
        float[][] y = bench.readRows(out, 5, 100);
        for (int row = 0; row < 5; row++) {
            double squares = 0;
            for (float value : x[row]) {
                squares += (double) value * value;
            }
            double scale = 1 / Math.sqrt(squares / 100 + 1e-5f);
            for (int k = 0; k < 100; k++) {
                double truth = x[row][k] * scale * gain[k];
                assertThat((double) y[row][k]).isCloseTo(truth, within(Math.abs(truth) * 1e-6));
            }
        }
    }

    @Test
    void attentionIsSoftmaxOverAllKeys() {
        AttentionShape shape = new AttentionShape(6, 2, 16, 0.25f);
        AttendCase test = AttendCase.decode(data, shape, 1, 31, 40, 512, 513, 1100);
        float[][] result = KernelContract.run(bench, test, 0, 6);
        for (int row = 0; row < 6; row++) {
            for (int head = 0; head < 6; head++) {
                double[] truth = softmaxAttention(test, row, head);
                for (int d = 0; d < 16; d++) {
                    assertThat((double) result[row][head * 16 + d]).isCloseTo(truth[d], within(2e-6));
                }
            }
        }
    }

    private static double[] softmaxAttention(AttendCase test, int row, int head) {
        int headSize = test.shape().headSize();
        int kvHead = head / 3;
        KvPool.Place place = test.places()[row];
        double[] out = new double[headSize];
        double total = 0;
        for (int position = place.position(); position >= 0; position--) {
            double score = 0;
            for (int d = 0; d < headSize; d++) {
                score += test.q()[row][head * headSize + d] * test.pool().key(place.sequence(), position, kvHead, d);
            }
            double weight = Math.exp(score * test.shape().scale());
            total += weight;
            for (int d = 0; d < headSize; d++) {
                out[d] += weight * test.pool().value(place.sequence(), position, kvHead, d);
            }
        }
        for (int d = 0; d < headSize; d++) {
            out[d] /= total;
        }
        return out;
    }

    private Int8Data plainInt8(int rows, int inputs) {
        Int8Data int8 = new Int8Data(new byte[rows][inputs], new float[rows][inputs / 32]);
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < inputs; k++) {
                int8.q()[row][k] = (byte) data.between(-127, 127);
            }
            for (int group = 0; group < inputs / 32; group++) {
                int8.scales()[row][group] = Math.abs(data.number()) * 0.01f;
            }
        }
        return int8;
    }

    private static double dot(byte[] weights, float[] x) {
        ByteBuffer w = Workbench.buffer(weights.length).put(weights).flip();
        double sum = 0;
        for (float value : x) {
            sum += (double) value * w.getFloat();
        }
        return sum;
    }
}
