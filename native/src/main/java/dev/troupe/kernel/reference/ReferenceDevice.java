package dev.troupe.kernel.reference;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.profile.OpTimes;

/// The device that defines `portable-1`: slow, single-threaded, readable.
public final class ReferenceDevice implements Device {
    private final ReferenceMemory memory;
    private final ReferenceKernels kernels;

    /// @param capacityBytes rounded up to whole pages
    public ReferenceDevice(long capacityBytes) {
        this.memory = new ReferenceMemory(DeviceMemory.roundUp(capacityBytes));
        this.kernels = new ReferenceKernels(memory);
    }

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String numericsClass() {
        return "portable-1";
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public DeviceMemory memory() {
        return memory;
    }

    @Override
    public Kernels kernels() {
        return kernels;
    }

    @Override
    public OpTimes times() {
        return kernels.times();
    }

    @Override
    public void close() {
        memory.close();
    }
}
