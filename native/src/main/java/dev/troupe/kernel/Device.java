package dev.troupe.kernel;

import dev.troupe.kernel.profile.OpTimes;

/// One device with its memory and its ops.
public interface Device extends AutoCloseable {
    /// For people and `ps`, for example `cpu/avx512` or `reference`.
    String name();

    /// The class of bits this device gives, for example `portable-1`.
    String numericsClass();

    /// Threads that share an op, the caller included.
    int threads();

    DeviceMemory memory();

    Kernels kernels();

    /// Where the time of its ops went since it was opened. Safe from any thread.
    OpTimes times();

    /// Stops the workers and gives the whole reserved range back. Idempotent.
    @Override
    void close();
}
