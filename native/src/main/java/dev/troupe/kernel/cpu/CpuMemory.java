package dev.troupe.kernel.cpu;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// One reserved range of addresses of this process; pages are committed when they are allocated.
///
/// Copies hold the read lock, so that no page goes away under one; allocations and releases are
/// rare and short.
final class CpuMemory implements DeviceMemory {
    private final long start;
    private final PageRange pages;
    private final MemorySegment range;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean closed;

    CpuMemory(long bytes) {
        long capacity = DeviceMemory.roundUp(bytes);
        this.pages = new PageRange(Math.toIntExact(capacity / PAGE_BYTES));
        this.start = CpuSymbols.reserve(capacity);
        this.range = MemorySegment.ofAddress(start).reinterpret(capacity);
    }

    @Override
    public long capacityBytes() {
        return range.byteSize();
    }

    @Override
    public long committedBytes() {
        return locked(lock.readLock(), () -> pages.takenPages() * PAGE_BYTES);
    }

    @Override
    public long allocate(long bytes) {
        if (bytes < 1 || bytes % PAGE_BYTES != 0) {
            throw new KernelException("allocate " + bytes + " bytes: not a positive multiple of " + PAGE_BYTES);
        }
        return locked(lock.writeLock(), () -> commit(bytes));
    }

    private long commit(long bytes) {
        if (closed || bytes > capacityBytes()) {
            throw noRoom(bytes);
        }
        int count = (int) (bytes / PAGE_BYTES);
        int page = pages.take(count).orElseThrow(() -> noRoom(bytes));
        long address = start + page * PAGE_BYTES;
        try {
            CpuSymbols.commit(address, bytes);
        } catch (KernelException e) {
            pages.giveBack(page, count);
            throw e;
        }
        return address;
    }

    private KernelException noRoom(long bytes) {
        String state = closed
                ? "the memory is closed"
                : "no gap of that size in " + capacityBytes() + " bytes of which " + pages.takenPages() * PAGE_BYTES
                        + " are allocated";
        return new KernelException("allocate " + bytes + " bytes: " + state);
    }

    @Override
    public void release(long address, long bytes) {
        locked(lock.writeLock(), () -> {
            long offset = address - start;
            boolean whole = offset % PAGE_BYTES == 0 && bytes % PAGE_BYTES == 0;
            boolean inside = offset >= 0 && bytes > 0 && offset <= capacityBytes() - bytes;
            if (!whole || !inside || !pages.giveBack((int) (offset / PAGE_BYTES), (int) (bytes / PAGE_BYTES))) {
                throw new KernelException("release " + place(address, bytes) + ": no such allocation");
            }
            CpuSymbols.decommit(address, bytes);
            return address;
        });
    }

    @Override
    public void write(long address, ByteBuffer source) {
        locked(lock.readLock(), () -> {
            place(address, source).copyFrom(MemorySegment.ofBuffer(source));
            return address;
        });
        source.position(source.limit());
    }

    @Override
    public void read(long address, ByteBuffer target) {
        locked(lock.readLock(), () -> {
            MemorySegment.ofBuffer(target).copyFrom(place(address, target));
            return address;
        });
        target.position(target.limit());
    }

    /// As many bytes at an address as the buffer has left; all must be allocated.
    private MemorySegment place(long address, ByteBuffer buffer) {
        long offset = address - start;
        long bytes = buffer.remaining();
        if (bytes == 0) {
            return MemorySegment.NULL;
        }
        long last = offset + bytes - 1;
        if (offset < 0
                || last >= capacityBytes()
                || !pages.isTaken((int) (offset / PAGE_BYTES), (int) (last / PAGE_BYTES))) {
            throw new KernelException("copy " + place(address, bytes) + ": not inside an allocation");
        }
        return range.asSlice(offset, bytes);
    }

    /// Gives the whole range back. Idempotent.
    void close() {
        locked(lock.writeLock(), () -> {
            if (!closed) {
                closed = true;
                pages.clear();
                CpuSymbols.unreserve(start, capacityBytes());
            }
            return start;
        });
    }

    private static String place(long address, long bytes) {
        return bytes + " bytes at 0x" + Long.toHexString(address);
    }

    private interface Guarded {
        long run();
    }

    private static long locked(Lock lock, Guarded action) {
        lock.lock();
        try {
            return action.run();
        } finally {
            lock.unlock();
        }
    }
}
