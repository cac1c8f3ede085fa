package dev.troupe.kernel.reference;

import dev.troupe.kernel.Ops;

/// fp32 rows, fetched and put back whole.
record FloatRows(ReferenceMemory memory, Ops.Rows rows, int width) {
    float[] get(int row) {
        return memory.floats(address(row), width);
    }

    void put(int row, float[] values) {
        memory.put(address(row), values);
    }

    private long address(int row) {
        return rows.address() + (long) row * rows.stride() * Float.BYTES;
    }
}
