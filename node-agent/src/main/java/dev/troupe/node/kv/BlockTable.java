package dev.troupe.node.kv;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The blocks of one sequence and their list on the device: a lease on both. Closing twice is the
/// same as once. Used by the engine's thread only.
public final class BlockTable implements AutoCloseable {
    private final BlockPool pool;
    private final long address;
    private final List<Block> blocks = new ArrayList<>();
    private int sealedCount;
    private boolean closed;

    BlockTable(BlockPool pool, long address) {
        this.pool = pool;
        this.address = address;
    }

    /// Device address of `int64[blockCount]`: entry `p / 16` is the address of the block of position
    /// `p`.
    public long address() {
        return address;
    }

    public int blockCount() {
        return blocks.size();
    }

    /// Blocks that are full, computed and findable; they come first.
    public int sealedCount() {
        return sealedCount;
    }

    /// Blocks that nobody else holds: what closing it makes available.
    public int ownCount() {
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (blocks.get(middle).holders() > 1) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return blocks.size() - low;
    }

    /// Makes it at least `count` blocks long; false, and nothing is changed, when the pool cannot.
    /// No step that uses the table may be under way.
    public boolean grow(int count) {
        return pool.grow(this, count);
    }

    /// Lets others find the blocks that the first `positions` positions fill. They are never written
    /// again. Where the pool holds the same content already, that block takes this one's place.
    ///
    /// @param chain of the tokens that were computed
    /// @param positions computed in a step that has ended
    public void seal(PrefixChain chain, int positions) {
        pool.seal(this, chain, positions);
    }

    List<Block> blocks() {
        return Collections.unmodifiableList(blocks);
    }

    void append(List<Block> more) {
        blocks.addAll(more);
    }

    void replace(int index, Block block) {
        blocks.set(index, block);
    }

    void countSealed(int count) {
        sealedCount = count;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            pool.giveBack(this);
        }
    }
}
