package dev.troupe.kernel.contract;

import dev.troupe.kernel.Ops;
import dev.troupe.kernel.QuantizedRows;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

abstract class NormContract extends KernelContract {
    private static final float EPSILON = 1e-5f;

    private record NormCase(float[][] in, float[] gain, float epsilon) implements RowsCase {
        @Override
        public int rows() {
            return in.length;
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            int width = gain.length;
            Ops.Rows rows = bench.putRows(Arrays.copyOfRange(in, from, from + count), width + from % 3);
            Ops.Rows out = bench.roomForRows(count, width + from % 2);
            bench.kernels().normalize(new Ops.Normalize(rows, gainOn(bench), out, width, count));
            return bench.readRows(out, count, width);
        }

        Ops.Gain gainOn(Workbench bench) {
            return new Ops.Gain(bench.put(gain), epsilon);
        }
    }

    /// Norm and quantisation in one op.
    private record FusedCase(NormCase norm) implements RowsCase {
        @Override
        public int rows() {
            return norm.rows();
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            int width = norm.gain().length;
            Ops.Rows rows = bench.putRows(Arrays.copyOfRange(norm.in(), from, from + count), width + from % 3);
            QuantizedRows out = new QuantizedRows(bench.room(QuantizedRows.bytes(count, width)), count, width);
            bench.kernels().normalizeQuantize(new Ops.NormalizeQuantize(rows, norm.gainOn(bench), out, count));
            return Int8Data.read(bench, out, count);
        }
    }

    /// The same in two ops.
    private record SplitCase(NormCase norm) implements RowsCase {
        @Override
        public int rows() {
            return norm.rows();
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            float[][] normalized = norm.run(bench, from, count);
            return new QuantizeContract.QuantizeCase(normalized).run(bench, 0, count);
        }
    }

    @Test
    void everyWidthAndBatchGivesTheBitsOfTheReference() {
        withData(data -> {
            for (int width : new int[] {1, 2, 15, 16, 17, 31, 32, 33, 48, 64, 100, 172, 576, 2048}) {
                assertSameInAnyBatch("norm of " + width, random(data, width), data, 1, 2, 3, 4, 5, 8, 17, 33);
            }
        });
    }

    @Test
    void fusedWithQuantisationGivesTheBitsOfBothOps() {
        withData(data -> {
            for (int width : new int[] {32, 64, 96, 576, 1536}) {
                NormCase norm = random(data, width);
                assertSameInAnyBatch("fused " + width, new FusedCase(norm), data, 1, 2, 5, 17, 33);
                float[][] split = run(subject, new SplitCase(norm), 0, norm.rows());
                Bits.assertSame("fused against split, " + width, split, 0, run(subject, new FusedCase(norm), 0, 33));
            }
        });
    }

    private static NormCase random(TestData data, int width) {
        float[] gain = data.numbers(width);
        gain[data.below(width)] = data.pick(0f, -0f, 1e-40f, 3e38f);
        return new NormCase(data.wildRows(33, width), gain, data.pick(EPSILON, 1e-6f, 0f));
    }
}
