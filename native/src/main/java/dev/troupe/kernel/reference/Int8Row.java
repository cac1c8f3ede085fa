package dev.troupe.kernel.reference;

import dev.troupe.kernel.QuantizedRows;

/// One row of int8 activations.
record Int8Row(byte[] q, float[] scale, int[] sum) {
    private static final int GROUP = QuantizedRows.GROUP;
    private static final float LIMIT = 127f;

    static Int8Row of(float[] x) {
        int groups = x.length / GROUP;
        Int8Row row = new Int8Row(new byte[x.length], new float[groups], new int[groups]);
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
                sum[group] += q[i];
            }
        }
    }

    void store(ReferenceMemory memory, QuantizedRows target, int row) {
        memory.put(target.address() + (long) row * q.length, q);
        memory.put(target.scales() + (long) row * scale.length * Float.BYTES, scale);
        memory.put(target.sums() + (long) row * sum.length * Integer.BYTES, sum);
    }

    static Int8Row load(ReferenceMemory memory, QuantizedRows source, int row) {
        int groups = source.inputs() / GROUP;
        return new Int8Row(
                memory.bytes(source.address() + (long) row * source.inputs(), source.inputs()),
                memory.floats(source.scales() + (long) row * groups * Float.BYTES, groups),
                memory.ints(source.sums() + (long) row * groups * Integer.BYTES, groups));
    }
}
