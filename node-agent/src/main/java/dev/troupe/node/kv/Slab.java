package dev.troupe.node.kv;

import dev.troupe.node.ledger.DeviceRegion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// One leased piece of device memory cut into blocks. Free blocks are a stack.
final class Slab implements AutoCloseable {
    private final DeviceRegion region;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Block> free = new ArrayList<>();
    private int heldCount;

    Slab(DeviceRegion region, KvLayout layout) {
        this.region = region;
        for (int i = 0; i < layout.blocksPerSlab(); i++) {
            blocks.add(new Block(this, region.address() + i * layout.blockBytes()));
        }
        free.addAll(blocks.reversed());
    }

    long address() {
        return region.address();
    }

    int freeCount() {
        return free.size();
    }

    List<Block> blocks() {
        return blocks;
    }

    boolean isEmpty() {
        return free.size() == blocks.size();
    }

    /// Blocks that tables hold.
    int heldCount() {
        return heldCount;
    }

    void countHeld(int change) {
        heldCount += change;
    }

    Block take() {
        return free.removeLast();
    }

    /// @param block neither held nor sealed
    void giveBack(Block block) {
        if (block.slab() != this || block.isHeld() || block.isIdle() || free.size() == blocks.size()) {
            throw new IllegalStateException("slab at " + address() + " got block " + block.address() + " back wrongly");
        }
        free.add(block);
    }

    void checkIntegrity() {
        Set<Block> seen = new HashSet<>(free);
        if (seen.size() != free.size()) {
            throw new IllegalStateException("slab at " + address() + " lists a free block twice");
        }
        if (blocks.stream().filter(Block::isHeld).count() != heldCount) {
            throw new IllegalStateException("slab at " + address() + " counts " + heldCount + " held blocks wrongly");
        }
        for (Block block : blocks) {
            if (seen.contains(block) == (block.isHeld() || block.isIdle())) {
                throw new IllegalStateException("slab at " + address() + ": block " + block.address() + " is "
                        + (seen.contains(block) ? "free and in use" : "lost"));
            }
        }
    }

    @Override
    public void close() {
        region.close();
    }
}
