package dev.troupe.node.kv;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/// The sealed blocks of one pool by their hash, and which idle one goes first. A block never goes
/// before those after it in its chain: so of a chain a first part is here, or nothing.
final class PrefixIndex {
    private final Map<ChainHash, Block> blocks = new HashMap<>();
    /// Idle blocks without a sealed block after them, the least worth first.
    private final NavigableSet<Block> leaves =
            new TreeSet<>(Comparator.comparingDouble(Block::score).thenComparingLong(Block::address));
    private int idleCount;

    /// The blocks of the chain's first part that is here, at most `most`; hashes, tokens and origin
    /// are compared.
    List<Block> find(PrefixChain chain, int most) {
        List<Block> found = new ArrayList<>();
        Optional<Block> last = Optional.empty();
        for (int i = 0; i < Math.min(most, chain.hashes().size()); i++) {
            last = find(chain, i, last);
            if (last.isEmpty()) {
                break;
            }
            found.add(last.get());
        }
        return found;
    }

    /// How long the part is that {@link #find} would give, by hashes alone.
    int countReady(List<ChainHash> hashes, int most) {
        return firstAt(Math.min(most, hashes.size()), i -> blocks.containsKey(hashes.get(i)));
    }

    /// How much of a part that is here is held by somebody.
    int countHeld(List<ChainHash> hashes, int ready) {
        return firstAt(ready, i -> blocks.get(hashes.get(i)).isHeld());
    }

    /// Makes a computed block findable.
    ///
    /// @param before the block before it in its table
    /// @return the block that is found from now on: `block`, or one with the same content that was
    ///     here; empty when another content has the same hash
    Optional<Block> seal(PrefixChain chain, int index, Block block, Optional<Block> before) {
        ChainHash hash = chain.hashes().get(index);
        if (blocks.containsKey(hash)) {
            return find(chain, index, before);
        }
        block.seal(new SealedBlock(hash, chain.root(), index, chain.tokensOf(index), before));
        blocks.put(hash, block);
        before.ifPresent(leaves::remove);
        return Optional.of(block);
    }

    /// Somebody took an idle block.
    void wasTaken(Block block) {
        idleCount--;
        leaves.remove(block);
    }

    /// The last holder let go of a sealed block.
    void becameIdle(Block block, double score) {
        idleCount++;
        block.setScore(score);
        addLeaf(block);
    }

    int idleCount() {
        return idleCount;
    }

    OptionalDouble leastScore() {
        return leaves.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(leaves.first().score());
    }

    /// Drops the idle block that is worth least and gives it.
    Block evictLeast() {
        Block least = leaves.first();
        evict(least);
        return least;
    }

    /// Drops an idle block and all after it in its chain; gives them.
    List<Block> evictTree(Block block) {
        List<Block> evicted = new ArrayList<>();
        for (Block child : List.copyOf(block.children())) {
            evicted.addAll(evictTree(child));
        }
        evict(block);
        evicted.add(block);
        return evicted;
    }

    void checkIntegrity() {
        long idle = blocks.values().stream().filter(Block::isIdle).count();
        long childless = blocks.values().stream()
                .filter(block -> block.isIdle() && block.children().isEmpty())
                .count();
        if (idle != idleCount || childless != leaves.size()) {
            throw new IllegalStateException("prefix index: " + idleCount + " idle blocks and " + leaves.size()
                    + " leaves counted, " + idle + " and " + childless + " found");
        }
        blocks.forEach((hash, block) -> {
            SealedBlock sealed = block.sealed().orElseThrow();
            boolean rooted = sealed.parent()
                    .map(parent -> parent.children().contains(block)
                            && parent.holders() >= block.holders()
                            && blocks.get(parent.sealed().orElseThrow().hash()) == parent)
                    .orElse(sealed.depth() == 0);
            if (!sealed.hash().equals(hash) || !rooted) {
                throw new IllegalStateException("prefix index: block " + block.address() + " has lost its place");
            }
        });
    }

    private Optional<Block> find(PrefixChain chain, int index, Optional<Block> before) {
        return Optional.ofNullable(blocks.get(chain.hashes().get(index))).filter(block -> {
            SealedBlock sealed = block.sealed().orElseThrow();
            return chain.matches(index, sealed) && sealed.parent().equals(before);
        });
    }

    private void evict(Block block) {
        if (!block.isIdle() || !block.children().isEmpty()) {
            throw new IllegalStateException("block " + block.address() + " is held or has blocks after it");
        }
        SealedBlock sealed = block.sealed().orElseThrow();
        leaves.remove(block);
        idleCount--;
        blocks.remove(sealed.hash());
        block.unseal();
        sealed.parent().ifPresent(this::addLeaf);
    }

    private void addLeaf(Block block) {
        if (block.isIdle() && block.children().isEmpty()) {
            leaves.add(block);
        }
    }

    private interface IndexTest {
        boolean holds(int index);
    }

    /// The first of `0..end` that does not hold, where all that hold come first.
    private static int firstAt(int end, IndexTest test) {
        int low = 0;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (test.holds(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
