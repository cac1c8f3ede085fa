package dev.troupe.node.kv;

import dev.troupe.node.ledger.DeviceRegion;
import java.util.HashSet;
import java.util.Set;

/// One leased piece of device memory cut into blocks. Free blocks are a stack.
final class Slab implements AutoCloseable {
    private final DeviceRegion region;
    private final long blockBytes;
    private final long[] free;
    private int freeCount;

    Slab(DeviceRegion region, KvLayout layout) {
        this.region = region;
        this.blockBytes = layout.blockBytes();
        this.free = new long[layout.blocksPerSlab()];
        for (int i = free.length - 1; i >= 0; i--) {
            free[freeCount++] = region.address() + i * blockBytes;
        }
    }

    long address() {
        return region.address();
    }

    int freeCount() {
        return freeCount;
    }

    int heldCount() {
        return free.length - freeCount;
    }

    boolean isEmpty() {
        return freeCount == free.length;
    }

    long take() {
        return free[--freeCount];
    }

    void giveBack(long block) {
        if (freeCount == free.length) {
            throw new IllegalStateException("slab at " + address() + " got a block back that it never gave");
        }
        free[freeCount++] = block;
    }

    void checkIntegrity() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < freeCount; i++) {
            long offset = free[i] - address();
            boolean inside = offset >= 0 && offset % blockBytes == 0 && offset / blockBytes < free.length;
            if (!inside || !seen.add(free[i])) {
                throw new IllegalStateException("slab at " + address() + " lists block " + free[i] + " wrongly");
            }
        }
    }

    boolean hasFree(long block) {
        for (int i = 0; i < freeCount; i++) {
            if (free[i] == block) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        region.close();
    }
}
