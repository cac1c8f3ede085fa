package dev.troupe.node.kv;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// One block of a slab: free, held by one table or more, or idle: sealed and held by none.
///
/// Whoever holds a block holds the blocks before it in its chain too. So of a table's blocks those
/// that others share come first, and below an idle block in its chain all are idle.
final class Block {
    private final Slab slab;
    private final long address;
    private final Set<Block> children = new HashSet<>();
    private Optional<SealedBlock> sealed = Optional.empty();
    private int holders;
    private double score;

    Block(Slab slab, long address) {
        this.slab = slab;
        this.address = address;
    }

    Slab slab() {
        return slab;
    }

    long address() {
        return address;
    }

    int holders() {
        return holders;
    }

    boolean isHeld() {
        return holders > 0;
    }

    boolean isIdle() {
        return holders == 0 && sealed.isPresent();
    }

    /// @return whether it was held by nobody before
    boolean addHolder() {
        if (holders++ > 0) {
            return false;
        }
        slab.countHeld(1);
        return true;
    }

    /// @return whether nobody holds it any more
    boolean removeHolder() {
        if (holders == 0) {
            throw new IllegalStateException("block " + address + " was given back more often than taken");
        }
        if (--holders > 0) {
            return false;
        }
        slab.countHeld(-1);
        return true;
    }

    Optional<SealedBlock> sealed() {
        return sealed;
    }

    void seal(SealedBlock content) {
        if (sealed.isPresent()) {
            throw new IllegalStateException("block " + address + " was sealed twice");
        }
        sealed = Optional.of(content);
        content.parent().ifPresent(parent -> parent.children.add(this));
    }

    /// Forgets its content.
    void unseal() {
        sealed.flatMap(SealedBlock::parent).ifPresent(parent -> parent.children.remove(this));
        sealed = Optional.empty();
    }

    /// Sealed blocks right after it in a chain.
    Set<Block> children() {
        return children;
    }

    /// What it is worth to keep; see {@link CacheValue}. Meaningful while it is idle.
    double score() {
        return score;
    }

    void setScore(double worth) {
        score = worth;
    }
}
