package dev.troupe.node.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// EN-13: random starts, steps, ends and preemptions over shared prefixes in two pools that fight for
/// one device. After each: free + cached + used = total, and no block has two owners unless both
/// found it.
class BlockAccountingSim {
    private static final int STEPS = 10_000;

    private record Running(BlockPool pool, PrefixChain chain, BlockTable table) {}

    @Test
    void en13BlocksAreNeverLostDoubledOrSharedByAccident() {
        long seed = Long.getLong("troupe.seed", System.nanoTime());
        System.out.println("BlockAccountingSim seed " + seed + " (repeat with -Dtroupe.seed)");
        Random random = new Random(seed);
        try (PoolFixture fixture = new PoolFixture(9)) {
            List<BlockPool> pools = List.of(fixture.pool(22), fixture.pool(18));
            List<Running> running = new ArrayList<>();
            long hits = 0;
            for (int i = 0; i < STEPS; i++) {
                BlockPool pool = pools.get(random.nextInt(2));
                pool.setValue(new CacheValue(i * 1_000_000L, 1e-3));
                hits += step(pool, random, running);
                pools.forEach(BlockPool::checkIntegrity);
                fixture.ledger.checkIntegrity();
                checkSharing(running, fixture);
            }
            assertThat(hits).isGreaterThan(STEPS / 20);
            assertThat(pools)
                    .allSatisfy(each -> assertThat(each.evictedBlocks()).isGreaterThan(100));
            running.forEach(each -> each.table().close());
            assertThat(pools).allSatisfy(each -> assertThat(each.usedBlocks()).isZero());
            pools.forEach(BlockPool::clearCache);
            assertThat(fixture.ledger.usedBytes()).isEqualTo(2 * PoolFixture.PAGE);
        }
    }

    /// @return blocks found in the cache
    private static int step(BlockPool pool, Random random, List<Running> running) {
        if (running.isEmpty() || random.nextInt(4) == 0) {
            return start(pool, random, running);
        }
        int any = random.nextInt(running.size());
        Running one = running.get(any);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                one.table().close();
                running.remove(any);
            }
            case 3 -> one.table().grow(one.table().blockCount() + random.nextInt(3));
            default -> {
                int full = one.table().blockCount() * 16;
                one.table().seal(one.chain(), random.nextInt(full + 1));
            }
        }
        return 0;
    }

    /// What was matched may be dropped before it is taken: another takes room in between.
    private static int start(BlockPool pool, Random random, List<Running> running) {
        int blocks = 1 + random.nextInt(7);
        int[] tokens = PoolFixture.tokens(blocks, random.nextInt(blocks + 1), random.nextInt(3));
        PrefixChain chain = PoolFixture.chain(PoolFixture.root(1 + random.nextInt(2), 1), tokens);
        BlockPool.Match match = pool.match(chain, blocks - 1);
        assertThat(match.held()).isLessThanOrEqualTo(match.ready());
        if (random.nextInt(5) == 0) {
            return 0;
        }
        if (random.nextInt(4) == 0 && pool.take(1 + random.nextInt(12)) instanceof TableGrant.Granted other) {
            other.table().close();
        }
        boolean unchanged = match.equals(pool.match(chain, blocks - 1));
        int available = pool.availableBlocks();
        return switch (pool.take(blocks, chain, blocks - 1)) {
            case TableGrant.Granted granted -> {
                assertThat(!unchanged || granted.cachedBlocks() == match.ready())
                        .isTrue();
                running.add(new Running(pool, chain, granted.table()));
                yield granted.cachedBlocks();
            }
            case TableGrant.NotNow _ -> {
                assertThat(!unchanged || running.size() >= 16 || blocks - match.held() > available)
                        .isTrue();
                yield 0;
            }
            case TableGrant.Never _ -> throw new AssertionError("a table of 7 blocks always may fit");
        };
    }

    private static void checkSharing(List<Running> running, PoolFixture fixture) {
        for (Running one : running) {
            List<Long> onDevice = fixture.onDevice(one.table());
            assertThat(one.table().blocks().stream().map(Block::address)).isEqualTo(onDevice);
            for (int i = 0; i < one.table().blockCount(); i++) {
                Block block = one.table().blocks().get(i);
                assertThat(block.sealed().isPresent()).isEqualTo(i < one.table().sealedCount());
                assertThat(block.sealed().isEmpty()
                                || one.chain().matches(i, block.sealed().get()))
                        .isTrue();
            }
        }
    }
}
