package dev.troupe.node.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.CacheDomain;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A device that is only memory, with pools whose slabs have four blocks.
final class PoolFixture implements AutoCloseable {
    static final long PAGE = DeviceMemory.PAGE_BYTES;
    static final KvLayout LAYOUT = new KvLayout(4, PAGE / 16);

    final ReferenceDevice device;
    final Ledger ledger;
    final BlockPools pools = new BlockPools();
    private final List<BlockPool> open = new ArrayList<>();

    /// @param pages of the device; each pool takes one for its tables
    PoolFixture(int pages) {
        device = new ReferenceDevice(pages * PAGE);
        ledger = new Ledger(device.memory().capacityBytes());
    }

    BlockPool pool(int blocks) {
        BlockPool pool = new BlockPool("test", LAYOUT, new BlockPool.Limits(blocks, 16, 64), device.memory(), ledger);
        pools.add(pool);
        open.add(pool);
        return pool;
    }

    static PrefixChain.Root root(int domain, int model) {
        return new PrefixChain.Root(
                new CacheDomain(String.format("%064x", domain)),
                new Digest("sha256:" + String.format("%064x", model)),
                Optional.empty());
    }

    static PrefixChain chain(PrefixChain.Root root, int... tokens) {
        PrefixChain chain = PrefixChain.from(root);
        chain.extend(tokens, tokens.length);
        return chain;
    }

    /// `blocks` blocks of tokens that depend on `seed` from block `from` on.
    static int[] tokens(int blocks, int from, int seed) {
        int[] tokens = new int[blocks * 16];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = i < from * 16 ? i : i * 31 + seed;
        }
        return tokens;
    }

    /// Takes a table for the chain and fills and seals all of its blocks.
    static BlockTable filled(BlockPool pool, PrefixChain chain) {
        int blocks = chain.hashes().size();
        BlockTable table = ((TableGrant.Granted) pool.take(blocks, chain, blocks - 1)).table();
        table.seal(chain, blocks * 16);
        return table;
    }

    /// The table as the device sees it.
    List<Long> onDevice(BlockTable table) {
        ByteBuffer list = ByteBuffer.allocate(table.blockCount() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        device.memory().read(table.address(), list);
        List<Long> blocks = new ArrayList<>();
        for (list.flip(); list.hasRemaining(); ) {
            blocks.add(list.getLong());
        }
        return blocks;
    }

    @Override
    public void close() {
        open.forEach(BlockPool::close);
        assertThat(ledger.usedBytes()).isZero();
        assertThat(device.memory().committedBytes()).isZero();
        device.close();
    }
}
