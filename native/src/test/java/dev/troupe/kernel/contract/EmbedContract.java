package dev.troupe.kernel.contract;

import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

abstract class EmbedContract extends KernelContract {
    private record EmbedCase(WeightFormat format, int vocabulary, int width, byte[] packed, float scale, int[] ids)
            implements RowsCase {
        @Override
        public int rows() {
            return ids.length;
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            Matrix table = new Matrix(format, vocabulary, width, bench.put(packed));
            Ops.Rows out = bench.roomForRows(count, width + from % 3);
            long tokenIds = bench.put(Arrays.copyOfRange(ids, from, from + count));
            bench.kernels().embed(new Ops.Embed(table, tokenIds, scale, out, count));
            return bench.readRows(out, count, width);
        }
    }

    private record GatherCase(float[][] in, int[] indices) implements RowsCase {
        @Override
        public int rows() {
            return indices.length;
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            int width = in[0].length;
            Ops.Rows rows = bench.putRows(in, width + from % 3);
            Ops.Rows out = bench.roomForRows(count, width + from % 2);
            long chosen = bench.put(Arrays.copyOfRange(indices, from, from + count));
            bench.kernels().gather(new Ops.Gather(rows, chosen, out, width, count));
            return bench.readRows(out, count, width);
        }
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void everyRowOfTheTableIsWidenedAsTheReferenceDoes(WeightFormat format) {
        withData(data -> {
            for (int vocabulary : new int[] {1, 16, 17, 100}) {
                for (int width : TestData.widths(format)) {
                    byte[] packed = TestData.pack(format, width, data.weights(format, vocabulary, width, true));
                    int[] ids = indices(data, 120, vocabulary);
                    EmbedCase test =
                            new EmbedCase(format, vocabulary, width, packed, data.pick(1f, 25.298f, -0.3f), ids);
                    assertSameInAnyBatch(format + " " + vocabulary + " x " + width, test, data, 1, 2, 17, 120);
                }
            }
        });
    }

    @Test
    void gatheredRowsKeepTheirBits() {
        withData(data -> {
            for (int width : new int[] {1, 15, 16, 17, 64, 172, 576}) {
                GatherCase test = new GatherCase(data.wildRows(20, width), indices(data, 40, 20));
                assertSameInAnyBatch("gather " + width, test, data, 1, 3, 16, 40);
            }
        });
    }

    /// All of them, then random ones.
    private static int[] indices(TestData data, int count, int bound) {
        int[] indices = new int[count];
        for (int i = 0; i < count; i++) {
            indices[i] = i < bound ? i : data.below(bound);
        }
        return indices;
    }
}
