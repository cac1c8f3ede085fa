package dev.troupe.kernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.troupe.kernel.KernelException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.util.OptionalDouble;

/// What this machine can do at most, measured now: benchmarks give their results as shares of it.
/// Each call keeps all its threads busy until it returns; other work on the machine lowers the
/// result.
public final class MachineProbe {
    private static final FunctionDescriptor SHAPE = FunctionDescriptor.of(JAVA_DOUBLE, JAVA_LONG, JAVA_INT, JAVA_INT);
    private static final MethodHandle READ_RATE = CpuSymbols.find("troupe_probe_read_rate", SHAPE);
    private static final MethodHandle DOT_RATE = CpuSymbols.find("troupe_probe_dot_rate", SHAPE);

    private MachineProbe() {}

    /// Bandwidth of reading memory, in bytes per second: the best of `repeats` passes.
    ///
    /// @param bytes that are allocated and read, many times the size of the caches
    /// @throws KernelException when memory or threads are refused
    public static double readBytesPerSecond(long bytes, int threads, int repeats) {
        return call(READ_RATE, bytes, threads, repeats)
                .orElseThrow(() -> new KernelException(
                        "read " + bytes + " bytes with " + threads + " threads: memory or threads are missing"));
    }

    /// Rate of 8-bit dot products, in multiply-adds per second: the best of `repeats`. Empty where
    /// the processor has no instruction for them that a level uses.
    ///
    /// @param iterations of 768 multiply-adds each, on every thread
    public static OptionalDouble dotMacsPerSecond(long iterations, int threads, int repeats) {
        return call(DOT_RATE, iterations, threads, repeats);
    }

    private static OptionalDouble call(MethodHandle function, long amount, int threads, int repeats) {
        try {
            double rate = (double) function.invokeExact(amount, threads, repeats);
            return rate > 0 ? OptionalDouble.of(rate) : OptionalDouble.empty();
        } catch (Throwable e) {
            throw new KernelException("native call", e);
        }
    }
}
