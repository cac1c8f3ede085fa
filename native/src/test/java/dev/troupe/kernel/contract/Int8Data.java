package dev.troupe.kernel.contract;

import dev.troupe.kernel.QuantizedRows;
import java.nio.ByteBuffer;

/// Rows of int8 activations made on the host.
record Int8Data(byte[][] q, float[][] scales) {
    static Int8Data random(TestData data, int rows, int inputs) {
        Int8Data result = new Int8Data(new byte[rows][inputs], new float[rows][inputs / 32]);
        for (int row = 0; row < rows; row++) {
            int kind = data.below(6);
            for (int k = 0; k < inputs; k++) {
                int q = data.between(-127, 127);
                result.q[row][k] = (byte) (kind == 0 ? 127 : kind == 1 ? -127 : q);
            }
            for (int group = 0; group < inputs / 32; group++) {
                float plain = Math.abs(data.number()) * 0.01f;
                result.scales[row][group] =
                        kind == 2 ? data.pick(0f, plain, Float.MIN_VALUE, 1e-39f, 1e38f, plain) : plain;
            }
            if (kind == 3) {
                result.scales[row][data.below(inputs / 32)] = Float.NaN;
            }
        }
        return result;
    }

    QuantizedRows put(Workbench bench, int from, int count, int capacityRows) {
        int inputs = q[0].length;
        QuantizedRows rows =
                new QuantizedRows(bench.room(QuantizedRows.bytes(capacityRows, inputs)), capacityRows, inputs);
        for (int row = 0; row < count; row++) {
            int groups = inputs / 32;
            ByteBuffer scaleBytes = Workbench.buffer(groups * 4);
            scaleBytes.asFloatBuffer().put(scales[from + row]);
            bench.write(rows.address() + (long) row * inputs, q[from + row]);
            bench.write(rows.scales() + (long) row * groups * 4, scaleBytes.array());
            bench.write(rows.sums() + (long) row * groups * 8, sums(q[from + row]));
        }
        return rows;
    }

    private static byte[] sums(byte[] q) {
        ByteBuffer sums = Workbench.buffer(q.length / 16 * 4);
        for (int start = 0; start < q.length; start += 16) {
            int sum = 0;
            for (int k = start; k < start + 16; k++) {
                sum += q[k];
            }
            sums.putInt(sum);
        }
        return sums.array();
    }

    /// Reads rows back as numbers: all q, all scales, all sums of each.
    static float[][] read(Workbench bench, QuantizedRows rows, int count) {
        int inputs = rows.inputs();
        int groups = inputs / 32;
        float[][] result = new float[count][inputs + 3 * groups];
        for (int row = 0; row < count; row++) {
            byte[] q = bench.bytes(rows.address() + (long) row * inputs, inputs);
            float[] scales = bench.floats(rows.scales() + (long) row * groups * 4, groups);
            int[] sums = bench.ints(rows.sums() + (long) row * groups * 8, 2 * groups);
            for (int k = 0; k < inputs; k++) {
                result[row][k] = q[k];
            }
            for (int group = 0; group < groups; group++) {
                result[row][inputs + group] = scales[group];
                result[row][inputs + groups + 2 * group] = sums[2 * group];
                result[row][inputs + groups + 2 * group + 1] = sums[2 * group + 1];
            }
        }
        return result;
    }
}
