package dev.troupe.node.engine;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.node.kv.BlockPool;
import dev.troupe.node.kv.BlockTable;
import dev.troupe.node.kv.KvLayout;
import dev.troupe.node.kv.PrefixChain;
import dev.troupe.node.kv.TableGrant;
import dev.troupe.protocol.generate.GenerationRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Where a sequence's KV lies, while it has blocks, and under which names its full blocks are found.
final class SequenceMemory {
    private final int mostBlocks;
    private final boolean reads;
    /// Empty: it neither finds blocks nor leaves any.
    private final Optional<PrefixChain> chain;

    private Optional<BlockTable> table = Optional.empty();

    private SequenceMemory(int mostBlocks, boolean reads, Optional<PrefixChain> chain) {
        this.mostBlocks = mostBlocks;
        this.reads = reads;
        this.chain = chain;
    }

    /// A prompt whose tokens are scored is computed whole: a found block has no logits.
    static SequenceMemory of(GenerationRequest request, Set<EngineFault> faults) {
        Optional<PrefixChain> chain = request.cacheDomain()
                .map(domain -> new PrefixChain.Root(domain, request.target().model(), Optional.empty()))
                .map(root -> faults.contains(EngineFault.PREFIX_WRONG_CHAIN)
                        ? PrefixChain.careless(root)
                        : PrefixChain.from(root));
        boolean reads = chain.isPresent() && !request.scoring().promptToo();
        return new SequenceMemory(KvLayout.blocksFor(request.maxPositions()), reads, chain);
    }

    /// Blocks for everything it may ever need.
    int mostBlocks() {
        return mostBlocks;
    }

    BlockTable table() {
        return table.orElseThrow();
    }

    /// Names the blocks that the first `known` of `tokens` fill.
    void name(int[] tokens, int known) {
        chain.ifPresent(it -> it.extend(tokens, known));
    }

    /// What it would find and take in `pool` with `known` tokens.
    Prospect prospect(BlockPool pool, int known) {
        BlockPool.Match match =
                readable(known) == 0 ? new BlockPool.Match(0, 0) : pool.match(chain.orElseThrow(), readable(known));
        int total = admissionBlocks(known);
        return new Prospect(
                match.ready() * AttentionShape.BLOCK,
                new SequenceView.Blocks(total, 0, total - match.held(), mostBlocks),
                prefix(match.ready(), readable(known)));
    }

    /// @param cachedPositions that need not be computed
    record Prospect(int cachedPositions, SequenceView.Blocks blocks, SequenceView.Prefix prefix) {}

    SequenceView.Blocks blocks() {
        return new SequenceView.Blocks(table().blockCount(), table().ownCount(), 0, mostBlocks);
    }

    SequenceView.Prefix prefix() {
        return prefix(table().sealedCount(), 0);
    }

    /// Takes blocks for `known` tokens and one block more.
    ///
    /// @return positions that were found in the cache; empty when the pool has no room
    OptionalInt take(BlockPool pool, int known) {
        int blocks = admissionBlocks(known);
        TableGrant grant =
                readable(known) == 0 ? pool.take(blocks) : pool.take(blocks, chain.orElseThrow(), readable(known));
        if (!(grant instanceof TableGrant.Granted(BlockTable granted, int cachedBlocks))) {
            return OptionalInt.empty();
        }
        table = Optional.of(granted);
        return OptionalInt.of(cachedBlocks * AttentionShape.BLOCK);
    }

    /// Makes room for `positions` positions; false when the pool has none.
    boolean grow(int positions) {
        return table().grow(KvLayout.blocksFor(positions));
    }

    /// Lets others find what the first `positions` positions fill.
    void seal(int positions) {
        chain.ifPresent(it -> table().seal(it, positions));
    }

    /// Gives its blocks back. Idempotent.
    void drop() {
        Optional<BlockTable> held = table;
        table = Optional.empty();
        held.ifPresent(BlockTable::close);
    }

    /// The last known token is always computed: its logits are what is wanted.
    private int readable(int known) {
        return reads ? (known - 1) / AttentionShape.BLOCK : 0;
    }

    private int admissionBlocks(int known) {
        return Math.min(KvLayout.blocksFor(known) + 1, mostBlocks);
    }

    private SequenceView.Prefix prefix(int ready, int readable) {
        return new SequenceView.Prefix(chain.map(PrefixChain::hashes).orElse(List.of()), ready, readable);
    }
}
