package dev.troupe.kernel;

/// Room for rows of int8 activations: `int8 q[capacityRows][inputs]`, then `float
/// scale[capacityRows][inputs/32]`, then `int32 sum[capacityRows][inputs/16]` (the sums of each
/// group's halves), each part starting at a multiple of 64.
///
/// @param inputs a multiple of 32
public record QuantizedRows(long address, int capacityRows, int inputs) {
    public static final int GROUP = 32;
    /// Some weights have a scale for so many, and need the sums of as many.
    public static final int HALF_GROUP = 16;
    private static final int ALIGNMENT = 64;

    public QuantizedRows {
        if (capacityRows < 1 || inputs < GROUP || inputs % GROUP != 0) {
            throw new KernelException("quantised rows: " + capacityRows + " x " + inputs
                    + ": counts must be positive and the inputs a multiple of " + GROUP);
        }
    }

    public static long bytes(int capacityRows, int inputs) {
        long perGroup = align((long) capacityRows * (inputs / GROUP) * Float.BYTES);
        return align((long) capacityRows * inputs)
                + perGroup
                + align((long) capacityRows * (inputs / HALF_GROUP) * Integer.BYTES);
    }

    public long scales() {
        return address + align((long) capacityRows * inputs);
    }

    public long sums() {
        return scales() + align((long) capacityRows * (inputs / GROUP) * Float.BYTES);
    }

    private static long align(long bytes) {
        return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
    }
}
