package dev.troupe.kernel;

import java.nio.ByteBuffer;

/// A device's memory. Addresses are opaque: only {@link #write} and {@link #read} reach what lies
/// behind them, and only sums of an allocation's address and an offset inside it are meaningful.
/// Safe to use from any thread.
public interface DeviceMemory {
    /// Allocations are whole multiples of this many bytes.
    long PAGE_BYTES = 2L << 20;

    /// Rounds up to whole pages.
    static long roundUp(long bytes) {
        return Math.multiplyExact(Math.ceilDiv(bytes, PAGE_BYTES), PAGE_BYTES);
    }

    /// The whole range, in bytes.
    long capacityBytes();

    /// Bytes that are committed now.
    long committedBytes();

    /// Commits pages; they read as zero and start at a multiple of 64.
    ///
    /// @param bytes a positive multiple of {@link #PAGE_BYTES}
    /// @throws KernelException when the range has no gap of that size; the ledger makes sure that
    ///     this does not happen
    long allocate(long bytes);

    /// Gives pages back to the operating system or the driver.
    ///
    /// @param address what {@link #allocate} returned
    /// @param bytes what it was asked for
    void release(long address, long bytes);

    /// Copies `source`'s remaining bytes to the device; returns when they are there.
    void write(long address, ByteBuffer source);

    /// Fills `target`'s remaining bytes from the device.
    void read(long address, ByteBuffer target);
}
