package dev.troupe.kernel.cpu;

/// Faults that a test can ask for when it opens a device, to see that it would be caught. None is
/// on by default and none costs anything while it is off; the order is that of `device.h`.
public enum FaultPoint {
    /// Linear layers add up in another order as soon as a batch has more than one row, so that a
    /// row in a batch differs from the same row alone.
    SUM_ORDER_BY_BATCH,
    /// Penalties see no more of a sequence's tokens than the row before it in the batch has, so that
    /// a row in a batch differs from the same row alone.
    PENALTIES_BY_BATCH
}
