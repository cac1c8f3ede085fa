package dev.troupe.node.kv;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.node.ledger.DeviceRegion;
import dev.troupe.node.ledger.Ledger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// The KV blocks of one model: held by tables, idle (cached for their content), or free. Slabs are
/// leased from the ledger when they are needed and given back as soon as they are empty. Used by one
/// thread.
public final class BlockPool implements AutoCloseable {
    /// @param blocks most blocks held or cached at a time
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
    private final ByteBuffer list;
    private final SlabStore slabs;
    private final PrefixIndex index = new PrefixIndex();
    private final Deque<Long> freeTables = new ArrayDeque<>();
    private final Set<BlockTable> openTables = new HashSet<>();
    private BlockPools neighbours = new BlockPools();
    private CacheValue value = CacheValue.unmeasured();
    private int usedBlocks;
    private long evictedBlocks;

    /// @throws dev.troupe.protocol.ServingException `OUT_OF_MEMORY` when not even the tables fit
    public BlockPool(String owner, KvLayout layout, Limits limits, DeviceMemory memory, Ledger ledger) {
        this.owner = owner;
        this.layout = layout;
        this.limits = limits;
        this.memory = memory;
        this.ledger = ledger;
        this.slabs = new SlabStore(owner, layout, memory, ledger);
        int tableBytes = Math.multiplyExact(limits.blocksPerTable(), Long.BYTES);
        this.list = ByteBuffer.allocateDirect(tableBytes).order(ByteOrder.LITTLE_ENDIAN);
        this.tableRegion =
                DeviceRegion.require(memory, ledger, owner, Ledger.Kind.KV, (long) tableBytes * limits.tables());
        for (int i = 0; i < limits.tables(); i++) {
            freeTables.add(tableRegion.address() + (long) i * tableBytes);
        }
    }

    /// Takes `blocks` blocks that nobody shares; takes all or nothing.
    ///
    /// @param blocks at least 1
    public TableGrant take(int blocks) {
        return take(blocks, List.of());
    }

    /// Takes `blocks` blocks, the first ones of them from the cache as far as it has them; takes all
    /// or nothing.
    ///
    /// @param mostCached blocks that may come from the cache, less than `blocks`
    public TableGrant take(int blocks, PrefixChain chain, int mostCached) {
        return take(blocks, index.find(chain, mostCached));
    }

    /// How many of the chain's first blocks are here, and how many of those somebody holds. Advice:
    /// they may be gone when they are taken.
    public Match match(PrefixChain chain, int mostCached) {
        int ready = index.countReady(chain.hashes(), mostCached);
        return new Match(ready, index.countHeld(chain.hashes(), ready));
    }

    /// @param ready blocks that need not be computed
    /// @param held those among them that take no room, since somebody holds them already
    public record Match(int ready, int held) {}

    /// Blocks that {@link #take} could give now, cached ones that would go included, as far as the
    /// ledger's free bytes tell.
    public int availableBlocks() {
        long reachableBytes = ledger.freeBytes() + neighbours.offeredBytes(this);
        long reachable = (long) slabs.freeCount() + index.idleCount() + layout.blocksIn(reachableBytes);
        return (int) Math.min(reachable, limits.blocks() - usedBlocks);
    }

    /// Blocks that tables hold, a shared one counted once.
    public int usedBlocks() {
        return usedBlocks;
    }

    /// Blocks that nobody holds and that are kept for their content.
    public int cachedBlocks() {
        return index.idleCount();
    }

    /// Cached blocks dropped for others since the start.
    public long evictedBlocks() {
        return evictedBlocks;
    }

    public int mostBlocks() {
        return limits.blocks();
    }

    /// Whether its own limit is what keeps it from giving more blocks, not the device's memory.
    public boolean isAtItsLimit() {
        return availableBlocks() == limits.blocks() - usedBlocks;
    }

    /// Whether memory of the device is about to come free: a model is being taken away or loaded.
    public boolean isRoomComing() {
        return ledger.isRoomComing();
    }

    /// What blocks are worth that are let go from now on.
    public void setValue(CacheValue worth) {
        value = worth;
    }

    /// Drops every cached block.
    public void clearCache() {
        while (index.idleCount() > 0) {
            slabs.giveBack(index.evictLeast());
        }
        slabs.dropEmpty();
    }

    /// @throws IllegalStateException when a block is lost, doubled or held by two tables that do not
    ///     share it
    public void checkIntegrity() {
        slabs.checkIntegrity();
        index.checkIntegrity();
        Map<Block, Integer> held = new HashMap<>();
        for (BlockTable table : openTables) {
            check(new HashSet<>(table.blocks()).size() == table.blockCount(), "a table lists a block twice");
            table.blocks().forEach(block -> held.merge(block, 1, Integer::sum));
        }
        held.forEach((block, tables) -> {
            check(
                    block.holders() == tables,
                    "block " + block.address() + " is in " + tables + " tables and counts " + block.holders());
            check(tables == 1 || block.sealed().isPresent(), "block " + block.address() + " is shared and not sealed");
        });
        check(held.size() == usedBlocks, usedBlocks + " blocks used, tables hold " + held.size());
        check(
                slabs.freeCount() + index.idleCount() + usedBlocks == slabs.blockCount(),
                slabs.freeCount() + " free, " + index.idleCount() + " cached and " + usedBlocks + " used blocks of "
                        + slabs.blockCount());
        check(
                freeTables.size() + openTables.size() == limits.tables(),
                freeTables.size() + " free and " + openTables.size() + " open tables of " + limits.tables());
    }

    /// Gives all memory back. Every table must be closed.
    @Override
    public void close() {
        check(openTables.isEmpty(), openTables.size() + " tables are still open");
        neighbours.remove(this);
        clearCache();
        tableRegion.close();
    }

    void join(BlockPools others) {
        neighbours = others;
    }

    /// Slabs that could go: they hold cached blocks only.
    List<BlockPools.Offer> offers() {
        return slabs.idle().stream().map(this::offer).toList();
    }

    /// Bytes of all {@link #offers}.
    long offeredBytes() {
        return index.idleCount() == 0 ? 0 : slabs.idle().size() * layout.slabBytes();
    }

    /// Drops what an offered slab caches, and what comes after it in other slabs.
    void drop(Slab slab) {
        for (Block block : slab.blocks()) {
            if (block.isIdle()) {
                index.evictTree(block).forEach(this::freeEvicted);
            }
        }
        slabs.dropEmpty();
    }

    boolean grow(BlockTable table, int blocks) {
        int more = blocks - table.blockCount();
        if (more <= 0) {
            return true;
        }
        if (blocks > limits.blocksPerTable() || !makeRoom(more)) {
            return false;
        }
        List<Block> fresh = slabs.take(more);
        fresh.forEach(this::hold);
        append(table, fresh);
        slabs.dropEmpty();
        return true;
    }

    void seal(BlockTable table, PrefixChain chain, int positions) {
        int full = Math.min(positions / AttentionShape.BLOCK, chain.hashes().size());
        for (int i = table.sealedCount(); i < full; i++) {
            Block own = table.blocks().get(i);
            Optional<Block> before =
                    i == 0 ? Optional.empty() : Optional.of(table.blocks().get(i - 1));
            Optional<Block> findable = index.seal(chain, i, own, before);
            if (findable.isEmpty()) {
                return;
            }
            if (findable.get() != own) {
                share(table, i, findable.get());
            }
            table.countSealed(i + 1);
        }
    }

    void giveBack(BlockTable table) {
        check(openTables.remove(table), "a table came back that is not open");
        table.blocks().reversed().forEach(this::letGo);
        freeTables.addFirst(table.address());
        slabs.dropEmpty();
    }

    private BlockPools.Offer offer(Slab slab) {
        List<Double> scores =
                slab.blocks().stream().filter(Block::isIdle).map(Block::score).toList();
        return new BlockPools.Offer(this, slab, CacheValue.together(scores, layout.blockBytes(), layout.slabBytes()));
    }

    private TableGrant take(int blocks, List<Block> cached) {
        int most = Math.min(limits.blocks(), limits.blocksPerTable());
        if (blocks > most) {
            return new TableGrant.Never(blocks, most);
        }
        if (freeTables.isEmpty()) {
            return new TableGrant.NotNow(blocks, 0);
        }
        BlockTable table = new BlockTable(this, freeTables.remove());
        openTables.add(table);
        cached.forEach(this::hold);
        append(table, cached);
        table.countSealed(cached.size());
        if (!grow(table, blocks)) {
            table.close();
            return new TableGrant.NotNow(blocks, availableBlocks());
        }
        return new TableGrant.Granted(table, cached.size());
    }

    /// Makes `count` blocks free: from the ledger, from the cache, or from other models' caches,
    /// whichever is worth least. On failure nothing was dropped, unless the device is in pieces.
    private boolean makeRoom(int count) {
        if (count > availableBlocks()) {
            return false;
        }
        while (usedBlocks + index.idleCount() + count > limits.blocks()) {
            freeEvicted(index.evictLeast());
        }
        while (slabs.freeCount() < count) {
            if (!slabs.add() && !reclaim()) {
                slabs.dropEmpty();
                return false;
            }
        }
        return true;
    }

    /// Drops the cached thing of least worth; false when there is none.
    private boolean reclaim() {
        OptionalDouble own = index.leastScore();
        Optional<BlockPools.Offer> other = neighbours.leastFor(this);
        if (other.isPresent() && (own.isEmpty() || other.get().score() < own.getAsDouble())) {
            other.get().pool().drop(other.get().slab());
            return true;
        }
        own.ifPresent(_ -> freeEvicted(index.evictLeast()));
        return own.isPresent();
    }

    private void append(BlockTable table, List<Block> blocks) {
        if (!blocks.isEmpty()) {
            list.clear();
            blocks.forEach(block -> list.putLong(block.address()));
            memory.write(entry(table, table.blockCount()), list.flip());
            table.append(blocks);
        }
    }

    /// Puts the block that others find in the place of a table's own one.
    private void share(BlockTable table, int place, Block shared) {
        Block own = table.blocks().get(place);
        hold(shared);
        table.replace(place, shared);
        memory.write(entry(table, place), list.clear().putLong(shared.address()).flip());
        letGo(own);
        slabs.dropEmpty();
    }

    private static long entry(BlockTable table, int index) {
        return table.address() + (long) index * Long.BYTES;
    }

    private void hold(Block block) {
        boolean idle = block.isIdle();
        if (block.addHolder()) {
            usedBlocks++;
        }
        if (idle) {
            index.wasTaken(block);
        }
    }

    private void letGo(Block block) {
        if (!block.removeHolder()) {
            return;
        }
        usedBlocks--;
        block.sealed()
                .ifPresentOrElse(
                        content -> index.becameIdle(block, value.score(content.depth(), layout.blockBytes())),
                        () -> slabs.giveBack(block));
    }

    private void freeEvicted(Block block) {
        evictedBlocks++;
        slabs.giveBack(block);
    }

    private void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException("block pool of " + owner + ": " + message);
        }
    }
}
