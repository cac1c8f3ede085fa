package dev.troupe.node.ledger;

import dev.troupe.kernel.DeviceMemory;

/// Device memory together with the lease that pays for it. The one place that allocates.
public final class DeviceRegion implements AutoCloseable {
    private final DeviceMemory memory;
    private final Lease lease;
    private final long address;
    private boolean closed;

    private DeviceRegion(DeviceMemory memory, Lease lease, long address) {
        this.memory = memory;
        this.lease = lease;
        this.address = address;
    }

    /// Takes over `lease`, also when it fails.
    ///
    /// @param lease of a multiple of {@link DeviceMemory#PAGE_BYTES}
    /// @throws dev.troupe.kernel.KernelException when the device cannot give the pages
    public static DeviceRegion allocate(DeviceMemory memory, Lease lease) {
        try {
            return new DeviceRegion(memory, lease, memory.allocate(lease.bytes()));
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /// Reserves whole pages for at least `bytes`, with the reclaimer's help if need be, and allocates
    /// them. Not on the engine's thread.
    ///
    /// @throws dev.troupe.protocol.ServingException `OUT_OF_MEMORY` with the numbers
    public static DeviceRegion require(DeviceMemory memory, Ledger ledger, String owner, Ledger.Kind kind, long bytes) {
        return allocate(memory, ledger.require(owner, kind, DeviceMemory.roundUp(bytes)));
    }

    public long address() {
        return address;
    }

    public long bytes() {
        return lease.bytes();
    }

    /// Gives the pages back first and the lease after, so that the ledger never promises pages that
    /// are still committed.
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        memory.release(address, lease.bytes());
        lease.close();
    }
}
