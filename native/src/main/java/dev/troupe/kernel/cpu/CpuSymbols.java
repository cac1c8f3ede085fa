package dev.troupe.kernel.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.KernelException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// All functions of `libtroupe_cpu.so`. Addresses are plain numbers here; who calls vouches for
/// them.
final class CpuSymbols {
    private static final SymbolLookup LIBRARY = NativeLibrary.load("/native/libtroupe_cpu.so");

    private static final MethodHandle CPU_FEATURES = find("troupe_cpu_features", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle STATUS_TEXT =
            find("troupe_status_text", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    private static final MethodHandle OP_NAME = find("troupe_op_name", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    private static final MethodHandle OP =
            find("troupe_op", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle DEVICE_OPEN = find(
            "troupe_device_open", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle DEVICE_CLOSE = find("troupe_device_close", FunctionDescriptor.ofVoid(JAVA_LONG));
    private static final MethodHandle DEVICE_WAITED =
            find("troupe_device_waited_nanos", FunctionDescriptor.of(ADDRESS, JAVA_LONG));
    private static final MethodHandle ATTEND_SCRATCH_BYTES = find(
            "troupe_attend_scratch_bytes",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle SAMPLE_SCRATCH_BYTES =
            find("troupe_sample_scratch_bytes", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle MEMORY_RESERVE =
            find("troupe_memory_reserve", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS));
    private static final MethodHandle MEMORY_UNRESERVE =
            find("troupe_memory_unreserve", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
    private static final MethodHandle MEMORY_COMMIT =
            find("troupe_memory_commit", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle MEMORY_DECOMMIT =
            find("troupe_memory_decommit", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));

    static {
        checkOpNames();
    }

    private CpuSymbols() {}

    static int cpuFeatures() {
        try {
            return (int) CPU_FEATURES.invokeExact();
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static String statusText(int status) {
        try {
            return text((MemorySegment) STATUS_TEXT.invokeExact(status));
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// Status of one op; `args` holds its argument block.
    static int op(long device, int index, long args, long argsBytes) {
        try {
            return (int) OP.invokeExact(device, index, args, argsBytes);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// The address of a new device.
    static long openDevice(CpuOptions options, CpuFeatures features) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            int status = (int) DEVICE_OPEN.invokeExact(
                    options.level().ordinal(), options.threads(), features.bits(), options.faultBits(), out);
            check(status, "open a CPU device with " + options);
            return out.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static void closeDevice(long device) {
        try {
            DEVICE_CLOSE.invokeExact(device);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// Where the device counts the nanoseconds that its callers waited for workers: one number, valid
    /// while the device is open.
    static MemorySegment waitedNanos(long device) {
        try {
            return ((MemorySegment) DEVICE_WAITED.invokeExact(device)).reinterpret(Long.BYTES);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static long attendScratchBytes(long device, AttentionShape shape, long rows, long positions) {
        try {
            return (long) ATTEND_SCRATCH_BYTES.invokeExact(
                    device, (long) shape.heads(), (long) shape.kvHeads(), (long) shape.headSize(), rows, positions);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static long sampleScratchBytes(long device, long candidates, long rows) {
        try {
            return (long) SAMPLE_SCRATCH_BYTES.invokeExact(device, candidates, rows);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// The start of a new range of addresses.
    static long reserve(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            int status = (int) MEMORY_RESERVE.invokeExact(bytes, out);
            check(status, "reserve " + bytes + " bytes");
            return out.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static void unreserve(long start, long bytes) {
        try {
            MEMORY_UNRESERVE.invokeExact(start, bytes);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static void commit(long start, long bytes) {
        try {
            check((int) MEMORY_COMMIT.invokeExact(start, bytes), "commit " + bytes + " bytes");
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static void decommit(long start, long bytes) {
        try {
            check((int) MEMORY_DECOMMIT.invokeExact(start, bytes), "give back " + bytes + " bytes");
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /// @throws KernelException unless the status is OK
    static void check(int status, String call) {
        if (status != 0) {
            throw new KernelException(call + ": " + statusText(status));
        }
    }

    static MethodHandle find(String name, FunctionDescriptor descriptor) {
        MemorySegment symbol =
                LIBRARY.find(name).orElseThrow(() -> new UnsatisfiedLinkError("libtroupe_cpu.so has no " + name));
        return Linker.nativeLinker().downcallHandle(symbol, descriptor);
    }

    private static void checkOpNames() {
        for (CpuOp op : CpuOp.values()) {
            String name = opName(op.ordinal());
            if (!op.symbol().equals(name)) {
                throw new UnsatisfiedLinkError("libtroupe_cpu.so has " + name + " where " + op + " is expected");
            }
        }
    }

    private static String opName(int index) {
        try {
            return text((MemorySegment) OP_NAME.invokeExact(index));
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    private static String text(MemorySegment address) {
        return address.address() == 0
                ? "nothing"
                : address.reinterpret(Long.MAX_VALUE).getString(0);
    }

    /// What a handle throws is a fault of this class, or what {@link #check} threw.
    private static RuntimeException broken(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException known ? known : new KernelException("native call", thrown);
    }
}
