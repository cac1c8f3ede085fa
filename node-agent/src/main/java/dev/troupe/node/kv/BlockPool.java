package dev.troupe.node.kv;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import dev.troupe.node.ledger.DeviceRegion;
import dev.troupe.node.ledger.Grant;
import dev.troupe.node.ledger.Ledger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The KV blocks of one model. Slabs are leased from the ledger when they are needed and given back
/// as soon as they are empty. Used by one thread.
///
/// (Sealed blocks that several sequences share, and blocks taken from a running sequence, come with
/// the prefix cache and preemption: both change who holds a block, not how blocks lie.)
public final class BlockPool implements AutoCloseable {
    /// @param blocks most blocks held at a time
    /// @param tables most tables open at a time
    /// @param blocksPerTable most blocks of one table
    public record Limits(int blocks, int tables, int blocksPerTable) {
        public Limits {
            if (blocks < 1 || tables < 1 || blocksPerTable < 1) {
                throw new IllegalArgumentException("blocks " + blocks + ", tables " + tables + ", blocksPerTable "
                        + blocksPerTable + ": all must be positive");
            }
        }
    }

    private final String owner;
    private final KvLayout layout;
    private final Limits limits;
    private final DeviceMemory memory;
    private final Ledger ledger;
    private final DeviceRegion tableRegion;
    private final Deque<Long> freeTables = new ArrayDeque<>();
    private final Set<BlockTable> openTables = new HashSet<>();
    private final TreeMap<Long, Slab> slabs = new TreeMap<>();
    private int usedBlocks;

    /// @throws dev.troupe.protocol.ServingException `OUT_OF_MEMORY` when not even the tables fit
    public BlockPool(String owner, KvLayout layout, Limits limits, DeviceMemory memory, Ledger ledger) {
        this.owner = owner;
        this.layout = layout;
        this.limits = limits;
        this.memory = memory;
        this.ledger = ledger;
        long tableBytes = (long) limits.blocksPerTable() * Long.BYTES;
        this.tableRegion = DeviceRegion.require(memory, ledger, owner, Ledger.Kind.KV, tableBytes * limits.tables());
        for (int i = 0; i < limits.tables(); i++) {
            freeTables.add(tableRegion.address() + i * tableBytes);
        }
    }

    /// Takes `blocks` blocks and writes their list to the device; takes all or nothing.
    ///
    /// @param blocks at least 1
    public TableGrant take(int blocks) {
        int most = Math.min(limits.blocks(), limits.blocksPerTable());
        if (blocks > most) {
            return new TableGrant.Never(blocks, most);
        }
        boolean roomy = !freeTables.isEmpty() && usedBlocks + blocks <= limits.blocks();
        if (!roomy || !grow(blocks)) {
            return new TableGrant.NotNow(blocks, availableBlocks());
        }
        BlockTable table = new BlockTable(this, freeTables.remove(), takeFree(blocks));
        writeTable(table);
        openTables.add(table);
        usedBlocks += blocks;
        return new TableGrant.Granted(table);
    }

    /// Blocks that {@link #take} could give now, as far as the ledger's free bytes tell.
    public int availableBlocks() {
        if (freeTables.isEmpty()) {
            return 0;
        }
        long reachable = (long) freeInSlabs() + layout.blocksIn(ledger.freeBytes());
        return (int) Math.min(reachable, limits.blocks() - usedBlocks);
    }

    public int usedBlocks() {
        return usedBlocks;
    }

    public int mostBlocks() {
        return limits.blocks();
    }

    /// @throws IllegalStateException when a block is lost, doubled or held by two tables
    public void checkIntegrity() {
        slabs.values().forEach(Slab::checkIntegrity);
        Set<Long> held = new HashSet<>();
        for (BlockTable table : openTables) {
            for (long block : table.blocks()) {
                check(held.add(block), "block " + block + " is in two tables");
                check(!slabOf(block).hasFree(block), "block " + block + " is held and free");
            }
        }
        int heldInSlabs = slabs.values().stream().mapToInt(Slab::heldCount).sum();
        check(held.size() == usedBlocks, usedBlocks + " blocks used, tables hold " + held.size());
        check(heldInSlabs == usedBlocks, usedBlocks + " blocks used, slabs miss " + heldInSlabs);
        check(slabs.values().stream().noneMatch(Slab::isEmpty), "an empty slab was kept");
        check(
                freeTables.size() + openTables.size() == limits.tables(),
                freeTables.size() + " free and " + openTables.size() + " open tables of " + limits.tables());
    }

    /// Gives all memory back. Every table must be closed.
    @Override
    public void close() {
        check(openTables.isEmpty(), openTables.size() + " tables are still open");
        dropEmptySlabs();
        tableRegion.close();
    }

    void giveBack(BlockTable table) {
        check(openTables.remove(table), "a table came back that is not open");
        for (long block : table.blocks()) {
            slabOf(block).giveBack(block);
        }
        usedBlocks -= table.blockCount();
        freeTables.addFirst(table.address());
        dropEmptySlabs();
    }

    /// Leases slabs until `blocks` blocks are free; on failure nothing is kept.
    private boolean grow(int blocks) {
        while (freeInSlabs() < blocks) {
            if (!addSlab()) {
                dropEmptySlabs();
                return false;
            }
        }
        return true;
    }

    private boolean addSlab() {
        Grant grant = ledger.reserve(owner, Ledger.Kind.KV, layout.slabBytes());
        if (!(grant instanceof Grant.Leased leased)) {
            return false;
        }
        try {
            Slab slab = new Slab(DeviceRegion.allocate(memory, leased.lease()), layout);
            slabs.put(slab.address(), slab);
            return true;
        } catch (KernelException e) {
            // The bytes are there but not in one piece: for this pool that is the same as no room.
            return false;
        }
    }

    private long[] takeFree(int blocks) {
        long[] taken = new long[blocks];
        int count = 0;
        for (Slab slab : slabs.values()) {
            while (count < blocks && slab.freeCount() > 0) {
                taken[count++] = slab.take();
            }
        }
        return taken;
    }

    private void writeTable(BlockTable table) {
        ByteBuffer list =
                ByteBuffer.allocateDirect(table.blockCount() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long block : table.blocks()) {
            list.putLong(block);
        }
        memory.write(table.address(), list.flip());
    }

    private int freeInSlabs() {
        return slabs.values().stream().mapToInt(Slab::freeCount).sum();
    }

    private Slab slabOf(long block) {
        Map.Entry<Long, Slab> slab = slabs.floorEntry(block);
        check(slab != null, "block " + block + " lies before every slab");
        return slab.getValue();
    }

    private void dropEmptySlabs() {
        slabs.values().removeIf(slab -> {
            boolean empty = slab.isEmpty();
            if (empty) {
                slab.close();
            }
            return empty;
        });
    }

    private void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException("block pool of " + owner + ": " + message);
        }
    }
}
