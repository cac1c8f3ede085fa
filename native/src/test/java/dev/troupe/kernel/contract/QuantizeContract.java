package dev.troupe.kernel.contract;

import dev.troupe.kernel.Ops;
import dev.troupe.kernel.QuantizedRows;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

abstract class QuantizeContract extends KernelContract {
    record QuantizeCase(float[][] in) implements RowsCase {
        @Override
        public int rows() {
            return in.length;
        }

        @Override
        public float[][] run(Workbench bench, int from, int count) {
            int width = in[0].length;
            int capacity = count + from % 3;
            Ops.Rows rows = bench.putRows(Arrays.copyOfRange(in, from, from + count), width + from % 5);
            QuantizedRows out = new QuantizedRows(bench.room(QuantizedRows.bytes(capacity, width)), capacity, width);
            bench.kernels().quantize(new Ops.Quantize(rows, out, count));
            return Int8Data.read(bench, out, count);
        }
    }

    @Test
    void everyWidthAndBatchGivesTheBitsOfTheReference() {
        withData(data -> {
            for (int width : new int[] {32, 64, 96, 160, 576, 1536}) {
                QuantizeCase test = new QuantizeCase(data.wildRows(40, width));
                assertSameInAnyBatch("quantize " + width, test, data, 1, 2, 3, 4, 7, 16, 17, 40);
            }
        });
    }

    @Test
    void everyPlaceInAGroupCanHoldTheNumberThatIsNotFinite() {
        withData(data -> {
            float[][] rows = data.rows(96, 64);
            float[] bad = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
            for (int row = 0; row < rows.length; row++) {
                rows[row][32 + row / 3] = bad[row % 3];
            }
            assertSameInAnyBatch("not finite", new QuantizeCase(rows), data, 1, 5, 96);
        });
    }

    @Test
    void theSmallestGroupsTurnToZeroTogether() {
        withData(data -> {
            float[][] rows = data.rows(64, 32);
            float border = 127f / Float.MAX_VALUE;
            for (int row = 0; row < rows.length; row++) {
                float largest = border;
                for (int i = 0; i < Math.abs(row - 32); i++) {
                    largest = row < 32 ? Math.nextDown(largest) : Math.nextUp(largest);
                }
                for (int k = 0; k < 32; k++) {
                    rows[row][k] = largest * Math.clamp(rows[row][k], -1f, 1f);
                }
                rows[row][row % 32] = -largest;
            }
            assertSameInAnyBatch("at the border", new QuantizeCase(rows), data, 1, 9, 64);
        });
    }
}
