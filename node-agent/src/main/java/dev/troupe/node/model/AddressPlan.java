package dev.troupe.node.model;

import dev.troupe.kernel.Ops;

/// Hands out addresses one after another, each a multiple of 64. Run once from 0 it tells the size,
/// run again from a region's address it gives the places.
final class AddressPlan {
    private static final int ALIGNMENT = 64;

    private final long base;
    private long next;

    AddressPlan(long base) {
        this.base = base;
        this.next = base;
    }

    long take(long bytes) {
        long address = next;
        next = Math.addExact(next, Math.multiplyExact(Math.ceilDiv(bytes, ALIGNMENT), (long) ALIGNMENT));
        return address;
    }

    long takeArray(int count, int elementBytes) {
        return take((long) count * elementBytes);
    }

    /// fp32 rows without gaps.
    Ops.Rows rows(int rows, int width) {
        return new Ops.Rows(take((long) rows * width * Float.BYTES), width);
    }

    long bytes() {
        return next - base;
    }
}
