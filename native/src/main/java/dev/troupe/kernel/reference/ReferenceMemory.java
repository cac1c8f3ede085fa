package dev.troupe.kernel.reference;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/// Memory behind made-up addresses. None is an address of this process (a CPU refuses to follow
/// them), none is used twice, and a page nobody has lies between any two allocations: reading past
/// an end, or what was released, is always found.
final class ReferenceMemory implements DeviceMemory {
    private static final long BASE = 0x5EED_0000_0000_0000L;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);

    private final long capacityBytes;
    private final ConcurrentSkipListMap<Long, Allocation> allocations = new ConcurrentSkipListMap<>();
    private long committedBytes;
    private long next = BASE;

    private record Allocation(Arena arena, MemorySegment segment) {}

    ReferenceMemory(long capacityBytes) {
        this.capacityBytes = capacityBytes;
    }

    @Override
    public long capacityBytes() {
        return capacityBytes;
    }

    @Override
    public synchronized long committedBytes() {
        return committedBytes;
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // the arena closes with its allocation
    public synchronized long allocate(long bytes) {
        if (bytes < 1 || bytes % PAGE_BYTES != 0) {
            throw new KernelException("allocate " + bytes + " bytes: not a positive multiple of " + PAGE_BYTES);
        }
        if (bytes > capacityBytes - committedBytes) {
            throw new KernelException("allocate " + bytes + " bytes: " + (capacityBytes - committedBytes) + " of "
                    + capacityBytes + " are free");
        }
        long address = next;
        Arena arena = Arena.ofShared();
        allocations.put(address, new Allocation(arena, arena.allocate(bytes)));
        next += bytes + PAGE_BYTES;
        committedBytes += bytes;
        return address;
    }

    @Override
    public synchronized void release(long address, long bytes) {
        Allocation allocation = allocations.get(address);
        if (allocation == null || allocation.segment().byteSize() != bytes) {
            throw new KernelException("release " + place(address, bytes) + ": no such allocation");
        }
        allocations.remove(address);
        committedBytes -= bytes;
        allocation.arena().close();
    }

    synchronized void close() {
        allocations.values().forEach(allocation -> allocation.arena().close());
        allocations.clear();
        committedBytes = 0;
    }

    @Override
    public void write(long address, ByteBuffer source) {
        bytesAt(address, source.remaining()).copyFrom(MemorySegment.ofBuffer(source));
        source.position(source.limit());
    }

    @Override
    public void read(long address, ByteBuffer target) {
        MemorySegment.ofBuffer(target).copyFrom(bytesAt(address, target.remaining()));
        target.position(target.limit());
    }

    /// The bytes behind an address, for as long as their allocation lives.
    MemorySegment bytesAt(long address, long bytes) {
        Map.Entry<Long, Allocation> below = allocations.floorEntry(address);
        if (below != null) {
            MemorySegment segment = below.getValue().segment();
            long offset = address - below.getKey();
            if (bytes <= segment.byteSize() - offset) {
                return segment.asSlice(offset, bytes);
            }
        }
        throw new KernelException(place(address, bytes) + ": not inside an allocation");
    }

    byte[] bytes(long address, int count) {
        return bytesAt(address, count).toArray(JAVA_BYTE);
    }

    float[] floats(long address, int count) {
        return bytesAt(address, (long) count * Float.BYTES).toArray(FLOAT);
    }

    int[] ints(long address, int count) {
        return bytesAt(address, (long) count * Integer.BYTES).toArray(INT);
    }

    long[] longs(long address, int count) {
        return bytesAt(address, (long) count * Long.BYTES).toArray(LONG);
    }

    short[] halves(long address, int count) {
        return bytesAt(address, (long) count * Short.BYTES).toArray(SHORT);
    }

    void put(long address, byte[] values) {
        MemorySegment.copy(values, 0, bytesAt(address, values.length), JAVA_BYTE, 0, values.length);
    }

    void put(long address, float[] values) {
        MemorySegment target = bytesAt(address, (long) values.length * Float.BYTES);
        MemorySegment.copy(values, 0, target, FLOAT, 0, values.length);
    }

    void put(long address, int[] values) {
        MemorySegment target = bytesAt(address, (long) values.length * Integer.BYTES);
        MemorySegment.copy(values, 0, target, INT, 0, values.length);
    }

    void putHalf(long address, short value) {
        bytesAt(address, Short.BYTES).set(SHORT, 0, value);
    }

    private static String place(long address, long bytes) {
        return bytes + " bytes at 0x" + Long.toHexString(address);
    }
}
