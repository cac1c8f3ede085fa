package dev.troupe.node.kv;

import dev.troupe.node.ledger.Ledger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The pools of one device as far as they make room for each other: what nobody uses now goes when
/// somebody needs the bytes. Used by the engine's thread only.
public final class BlockPools {
    private final List<BlockPool> pools = new ArrayList<>();

    /// A slab that holds cached blocks only.
    ///
    /// @param score what its content is worth per byte; see {@link CacheValue}
    record Offer(BlockPool pool, Slab slab, double score) {}

    /// From here on `pool` gives and takes room.
    public void add(BlockPool pool) {
        pools.add(pool);
        pool.join(this);
    }

    public void remove(BlockPool pool) {
        pools.remove(pool);
    }

    /// Drops cached blocks, those of least worth first, until the ledger has `bytes` free or nothing
    /// is left to drop.
    public void reclaim(Ledger ledger, long bytes) {
        while (ledger.freeBytes() < bytes) {
            Optional<Offer> least = least(offers());
            if (least.isEmpty()) {
                return;
            }
            least.get().pool().drop(least.get().slab());
        }
    }

    /// Bytes of slabs that pools other than `asker` would give.
    long offeredBytes(BlockPool asker) {
        return others(asker).mapToLong(BlockPool::offeredBytes).sum();
    }

    /// What another pool than `asker` would give first.
    Optional<Offer> leastFor(BlockPool asker) {
        return least(others(asker).flatMap(pool -> pool.offers().stream()).toList());
    }

    /// Decides which slab goes first. Pure.
    static Optional<Offer> least(List<Offer> offers) {
        return offers.stream()
                .min(Comparator.comparingDouble(Offer::score)
                        .thenComparingLong(offer -> offer.slab().address()));
    }

    private List<Offer> offers() {
        return pools.stream().flatMap(pool -> pool.offers().stream()).toList();
    }

    private Stream<BlockPool> others(BlockPool asker) {
        return pools.stream().filter(pool -> pool != asker);
    }
}
