package dev.troupe.node.engine;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.node.kv.ChainHash;
import dev.troupe.node.kv.KvLayout;
import java.util.List;

/// What the scheduler sees of a sequence.
///
/// @param id smaller for who came earlier
/// @param computed positions that are computed, or would be found in the cache by one who waits
/// @param pendingRows positions that could be computed now: 1 in a decode
/// @param scoresRows whether every row of its slice needs logits, and not only the last one
/// @param credited whether it may send a token
record SequenceView(
        long id,
        Phase phase,
        int computed,
        int pendingRows,
        boolean scoresRows,
        boolean credited,
        Blocks blocks,
        Prefix prefix) {
    enum Phase {
        PREFILL,
        DECODE
    }

    /// @param held blocks it has, or would have after its admission
    /// @param own blocks among them that come free when it loses them; 0 for one who waits
    /// @param toAdmit what its admission takes of the available ones; 0 for one who runs
    /// @param most that it may ever need
    record Blocks(int held, int own, int toAdmit, int most) {}

    /// @param hashes of its full blocks; a view that only grows
    /// @param ready how many of them are sealed or would be found
    /// @param readable how many of them it may take from the cache; 0 for one who runs
    record Prefix(List<ChainHash> hashes, int ready, int readable) {
        static Prefix none() {
            return new Prefix(List.of(), 0, 0);
        }
    }

    /// Rows with logits that a slice of `rows` rows costs.
    int logitRows(int rows) {
        if (scoresRows) {
            return rows;
        }
        return rows == pendingRows ? 1 : 0;
    }

    /// Blocks it lacks for `rows` more positions.
    int growth(int rows) {
        return Math.max(0, KvLayout.blocksFor(computed + rows) - blocks.held());
    }

    /// Whether the block that `waiting` would have to compute first is one that this one is about to
    /// compute.
    boolean willCompute(SequenceView waiting) {
        int block = waiting.prefix.ready();
        return block < waiting.prefix.readable()
                && block < prefix.hashes().size()
                && computed < (block + 1) * AttentionShape.BLOCK
                && prefix.hashes().get(block).equals(waiting.prefix.hashes().get(block));
    }
}
