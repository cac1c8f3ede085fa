package dev.troupe.node.kv;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import dev.troupe.node.ledger.DeviceRegion;
import dev.troupe.node.ledger.Grant;
import dev.troupe.node.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The slabs of one pool: leased from the ledger when they are needed, given back when they are
/// empty.
final class SlabStore {
    private final String owner;
    private final KvLayout layout;
    private final DeviceMemory memory;
    private final Ledger ledger;
    private final TreeMap<Long, Slab> slabs = new TreeMap<>();
    private int freeCount;

    SlabStore(String owner, KvLayout layout, DeviceMemory memory, Ledger ledger) {
        this.owner = owner;
        this.layout = layout;
        this.memory = memory;
        this.ledger = ledger;
    }

    int freeCount() {
        return freeCount;
    }

    int blockCount() {
        return slabs.size() * layout.blocksPerSlab();
    }

    /// Slabs of which no table holds a block.
    List<Slab> idle() {
        return slabs.values().stream().filter(slab -> slab.heldCount() == 0).toList();
    }

    /// Leases one more; false when the ledger or the device has no room.
    boolean add() {
        Grant grant = ledger.reserve(owner, Ledger.Kind.KV, layout.slabBytes());
        if (!(grant instanceof Grant.Leased leased)) {
            return false;
        }
        try {
            Slab slab = new Slab(DeviceRegion.allocate(memory, leased.lease()), layout);
            slabs.put(slab.address(), slab);
            freeCount += slab.freeCount();
            return true;
        } catch (KernelException e) {
            // The bytes are there but not in one piece: for this pool that is the same as no room.
            return false;
        }
    }

    /// Free blocks, those of the lowest slabs first, so that the highest become empty.
    ///
    /// @param count at most {@link #freeCount}
    List<Block> take(int count) {
        List<Block> taken = new ArrayList<>();
        for (Slab slab : slabs.values()) {
            while (taken.size() < count && slab.freeCount() > 0) {
                taken.add(slab.take());
            }
        }
        freeCount -= count;
        return taken;
    }

    void giveBack(Block block) {
        block.slab().giveBack(block);
        freeCount++;
    }

    void dropEmpty() {
        slabs.values().removeIf(slab -> {
            boolean empty = slab.isEmpty();
            if (empty) {
                freeCount -= slab.freeCount();
                slab.close();
            }
            return empty;
        });
    }

    void checkIntegrity() {
        slabs.values().forEach(Slab::checkIntegrity);
        int free = slabs.values().stream().mapToInt(Slab::freeCount).sum();
        if (free != freeCount) {
            throw new IllegalStateException(owner + ": " + freeCount + " free blocks counted, slabs have " + free);
        }
        if (slabs.values().stream().anyMatch(Slab::isEmpty)) {
            throw new IllegalStateException(owner + ": an empty slab was kept");
        }
    }
}
