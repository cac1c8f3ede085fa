package dev.troupe.node.kv;

/// The blocks of one sequence and their list on the device: a lease on both. Closing twice is the
/// same as once. Used by the engine's thread only.
public final class BlockTable implements AutoCloseable {
    private final BlockPool pool;
    private final long address;
    private final long[] blocks;
    private boolean closed;

    BlockTable(BlockPool pool, long address, long[] blocks) {
        this.pool = pool;
        this.address = address;
        this.blocks = blocks;
    }

    /// Device address of `int64[blockCount]`: entry `p / 16` is the address of the block of position
    /// `p`.
    public long address() {
        return address;
    }

    public int blockCount() {
        return blocks.length;
    }

    long[] blocks() {
        return blocks;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            pool.giveBack(this);
        }
    }
}
