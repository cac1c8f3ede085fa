package dev.troupe.kernel.cpu;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.profile.OpTimes;
import java.lang.foreign.Arena;

/// This machine's processor. Its address space is the process' own, but callers must not lean on
/// that.
public final class CpuDevice implements Device {
    private final CpuOptions options;
    private final CpuMemory memory;
    private final Arena arena = Arena.ofShared();
    private final long device;
    private final CpuKernels kernels;
    private boolean closed;

    /// Reserves the memory and starts the workers.
    ///
    /// @throws KernelException when the level does not run here, or the operating system refuses
    ///     memory or threads; nothing is left behind
    public static CpuDevice open(CpuOptions options) {
        return open(options, CpuFeatures.detect());
    }

    /// As if this machine had these features, of those that it has.
    static CpuDevice open(CpuOptions options, CpuFeatures features) {
        if (!features.runs(options.level())) {
            throw new KernelException("CPU level " + options.level().label() + ": this machine lacks "
                    + features.missing(options.level()));
        }
        CpuMemory memory = new CpuMemory(options.memoryBytes());
        try {
            return new CpuDevice(options, memory, CpuSymbols.openDevice(options, features));
        } catch (KernelException e) {
            memory.close();
            throw e;
        }
    }

    private CpuDevice(CpuOptions options, CpuMemory memory, long device) {
        this.options = options;
        this.memory = memory;
        this.device = device;
        this.kernels = new CpuKernels(device, new ArgumentBlock(arena.allocate(ArgumentBlock.BYTES, Long.BYTES)));
    }

    @Override
    public String name() {
        return "cpu/" + options.level().label();
    }

    @Override
    public String numericsClass() {
        return "portable-1";
    }

    @Override
    public int threads() {
        return options.threads();
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

    /// After this, ops throw and memory has no allocations. Must not be called while an op runs.
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            arena.close();
            CpuSymbols.closeDevice(device);
            memory.close();
        }
    }
}
