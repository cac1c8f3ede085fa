package dev.troupe.kernel.reference;

import dev.troupe.kernel.QuantizedRows;

/// One row of int8 activations.
///
/// @param halfSums of each half group's q
record Int8Row(byte[] q, float[] scale, int[] halfSums) {
    private static final int GROUP = QuantizedRows.GROUP;
    private static final int HALF = QuantizedRows.HALF_GROUP;
    private static final float LIMIT = 127f;

    static Int8Row of(float[] x) {
        int groups = x.length / GROUP;
        Int8Row row = new Int8Row(new byte[x.length], new float[groups], new int[2 * groups]);
        for (int group = 0; group < groups; group++) {
            row.quantize(x, group);
        }
        return row;
    }

    /// A group whose reciprocal is not finite stays at zero; so does one that is not finite itself,
    /// with scale NaN.
    private void quantize(float[] x, int group) {
        int start = group * GROUP;
        float largest = 0f;
        boolean finite = true;
        for (int i = start; i < start + GROUP; i++) {
            finite &= Float.isFinite(x[i]);
            largest = Arithmetic.max(largest, Math.abs(x[i]));
        }
        float factor = LIMIT / largest;
        if (!finite) {
            scale[group] = Float.NaN;
        } else if (Float.isFinite(factor)) {
            scale[group] = largest / LIMIT;
            for (int i = start; i < start + GROUP; i++) {
                q[i] = (byte) Math.rint(x[i] * factor);
                halfSums[i / HALF] += q[i];
            }
        }
    }

    void store(ReferenceMemory memory, QuantizedRows target, int row) {
        memory.put(target.address() + (long) row * q.length, q);
        memory.put(target.scales() + (long) row * scale.length * Float.BYTES, scale);
        memory.put(target.sums() + (long) row * halfSums.length * Integer.BYTES, halfSums);
    }

    static Int8Row load(ReferenceMemory memory, QuantizedRows source, int row) {
        int groups = source.inputs() / GROUP;
        return new Int8Row(
                memory.bytes(source.address() + (long) row * source.inputs(), source.inputs()),
                memory.floats(source.scales() + (long) row * groups * Float.BYTES, groups),
                memory.ints(source.sums() + 2L * row * groups * Integer.BYTES, 2 * groups));
    }

    /// Of `count` numbers, a multiple of half a group as `first` is.
    int sum(int first, int count) {
        int sum = 0;
        for (int half = first / HALF; half < (first + count) / HALF; half++) {
            sum += halfSums[half];
        }
        return sum;
    }
}
