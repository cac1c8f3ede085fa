package dev.troupe.node.kv;

import static dev.troupe.node.kv.PoolFixture.PAGE;
import static dev.troupe.node.kv.PoolFixture.chain;
import static dev.troupe.node.kv.PoolFixture.filled;
import static dev.troupe.node.kv.PoolFixture.root;
import static dev.troupe.node.kv.PoolFixture.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.node.ledger.Ledger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PrefixCacheTest {
    private final PrefixChain.Root root = root(1, 1);

    @Test
    void whatWasSealedIsFoundAfterItsTableIsClosed() {
        try (PoolFixture fixture = new PoolFixture(16)) {
            BlockPool pool = fixture.pool(20);
            PrefixChain chain = chain(root, tokens(3, 0, 7));
            BlockTable first = filled(pool, chain);
            List<Long> before = fixture.onDevice(first);
            first.close();
            assertThat(pool.usedBlocks()).isZero();
            assertThat(pool.cachedBlocks()).isEqualTo(3);
            assertThat(pool.match(chain, 9)).isEqualTo(new BlockPool.Match(3, 0));
            TableGrant.Granted again = (TableGrant.Granted) pool.take(4, chain, 2);
            assertThat(again.cachedBlocks()).isEqualTo(2);
            assertThat(fixture.onDevice(again.table()).subList(0, 2)).isEqualTo(before.subList(0, 2));
            assertThat(fixture.onDevice(again.table()).subList(2, 4)).doesNotContainAnyElementsOf(before);
            pool.checkIntegrity();
            again.table().close();
        }
    }

    @Test
    void aSharedBlockCountsOnceAndIsIdleOnlyWhenBothLetGo() {
        try (PoolFixture fixture = new PoolFixture(16)) {
            BlockPool pool = fixture.pool(20);
            PrefixChain chain = chain(root, tokens(3, 0, 7));
            BlockTable first = filled(pool, chain);
            BlockTable second = ((TableGrant.Granted) pool.take(4, chain, 3)).table();
            assertThat(pool.usedBlocks()).isEqualTo(4);
            assertThat(second.ownCount()).isEqualTo(1);
            assertThat(first.ownCount()).isZero();
            first.close();
            assertThat(pool.usedBlocks()).isEqualTo(4);
            assertThat(second.ownCount()).isEqualTo(4);
            second.close();
            assertThat(pool.cachedBlocks()).isEqualTo(3);
            pool.checkIntegrity();
        }
    }

    @Test
    void equalContentThatTwoComputedIsKeptOnce() {
        try (PoolFixture fixture = new PoolFixture(16)) {
            BlockPool pool = fixture.pool(20);
            PrefixChain chain = chain(root, tokens(2, 0, 7));
            BlockTable first = ((TableGrant.Granted) pool.take(2, chain, 0)).table();
            BlockTable second = ((TableGrant.Granted) pool.take(2, chain, 0)).table();
            first.seal(chain, 16);
            second.seal(chain, 32);
            first.seal(chain, 32);
            assertThat(fixture.onDevice(first)).isEqualTo(fixture.onDevice(second));
            assertThat(pool.usedBlocks()).isEqualTo(2);
            pool.checkIntegrity();
            first.close();
            second.close();
        }
    }

    @Test
    void en05en14NothingIsFoundUnderAnotherDomainModelOrBeginning() {
        try (PoolFixture fixture = new PoolFixture(16)) {
            BlockPool pool = fixture.pool(20);
            int[] all = tokens(3, 0, 7);
            filled(pool, chain(root, all)).close();
            assertThat(pool.match(chain(root(2, 1), all), 9).ready()).isZero();
            assertThat(pool.match(chain(root(1, 2), all), 9).ready()).isZero();
            int[] changed = all.clone();
            changed[5]++;
            assertThat(pool.match(chain(root, changed), 9).ready()).isZero();
            changed = all.clone();
            changed[31]++;
            assertThat(pool.match(chain(root, changed), 9).ready()).isEqualTo(1);
        }
    }

    @Test
    void aCollisionOfHashesIsNotAHit() {
        try (PoolFixture fixture = new PoolFixture(16)) {
            BlockPool pool = fixture.pool(20);
            int[] all = tokens(3, 0, 7);
            PrefixChain careless = PrefixChain.careless(root);
            careless.extend(all, all.length);
            filled(pool, careless).close();
            int[] changed = all.clone();
            changed[5]++;
            PrefixChain alike = PrefixChain.careless(root);
            alike.extend(changed, changed.length);
            assertThat(alike.hashes()).isEqualTo(careless.hashes());
            PrefixChain sound = PrefixChain.from(root);
            sound.extend(changed, changed.length);
            SealedBlock sealed =
                    new SealedBlock(sound.hashes().get(0), root, 0, careless.tokensOf(0), Optional.empty());
            assertThat(sound.matches(0, sealed)).isFalse();
        }
    }

    @Test
    void aFullPoolDropsTheLeavesOfTheOldestChainFirst() {
        try (PoolFixture fixture = new PoolFixture(16)) {
            BlockPool pool = fixture.pool(6);
            PrefixChain old = chain(root, tokens(3, 0, 1));
            PrefixChain young = chain(root, tokens(3, 0, 2));
            pool.setValue(new CacheValue(1_000_000_000L, 1e-3));
            filled(pool, old).close();
            pool.setValue(new CacheValue(100_000_000_000L, 1e-3));
            filled(pool, young).close();
            assertThat(pool.availableBlocks()).isEqualTo(6);
            BlockTable table = ((TableGrant.Granted) pool.take(2)).table();
            assertThat(pool.match(old, 9).ready()).isEqualTo(1);
            assertThat(pool.match(young, 9).ready()).isEqualTo(3);
            assertThat(pool.evictedBlocks()).isEqualTo(2);
            pool.checkIntegrity();
            table.close();
        }
    }

    @Test
    void aCachedPrefixIsNotDroppedForTheTableThatTakesIt() {
        try (PoolFixture fixture = new PoolFixture(16)) {
            BlockPool pool = fixture.pool(6);
            PrefixChain chain = chain(root, tokens(3, 0, 1));
            filled(pool, chain).close();
            filled(pool, chain(root, tokens(3, 0, 2))).close();
            TableGrant.Granted granted = (TableGrant.Granted) pool.take(6, chain, 3);
            assertThat(granted.cachedBlocks()).isEqualTo(3);
            pool.checkIntegrity();
            granted.table().close();
        }
    }

    @Test
    void anotherModelsIdleSlabsGoWhenBytesAreNeeded() {
        try (PoolFixture fixture = new PoolFixture(4)) {
            BlockPool idle = fixture.pool(20);
            BlockPool busy = fixture.pool(20);
            filled(idle, chain(root, tokens(8, 0, 1))).close();
            assertThat(fixture.ledger.freeBytes()).isZero();
            assertThat(busy.availableBlocks()).isEqualTo(8);
            BlockTable table = ((TableGrant.Granted) busy.take(5)).table();
            assertThat(idle.cachedBlocks()).isZero();
            assertThat(busy.take(4)).isInstanceOf(TableGrant.NotNow.class);
            idle.checkIntegrity();
            busy.checkIntegrity();
            table.close();
        }
    }

    @Test
    void whatIsWorthMoreOutlivesAnotherModelsCache() {
        try (PoolFixture fixture = new PoolFixture(4)) {
            BlockPool costly = fixture.pool(20);
            BlockPool cheap = fixture.pool(20);
            costly.setValue(new CacheValue(0, 1));
            cheap.setValue(new CacheValue(0, 1e-6));
            filled(costly, chain(root, tokens(4, 0, 1))).close();
            filled(cheap, chain(root, tokens(4, 0, 2))).close();
            BlockTable table = ((TableGrant.Granted) costly.take(2)).table();
            assertThat(costly.cachedBlocks()).isEqualTo(4);
            assertThat(cheap.cachedBlocks()).isZero();
            table.close();
        }
    }

    @Test
    void theLedgersNeedIsMetByTheLeastWorthAndHeldBlocksStay() {
        try (PoolFixture fixture = new PoolFixture(6)) {
            BlockPool pool = fixture.pool(40);
            BlockTable held = filled(pool, chain(root, tokens(4, 0, 1)));
            filled(pool, chain(root, tokens(12, 0, 2))).close();
            assertThat(fixture.ledger.freeBytes()).isEqualTo(PAGE);
            fixture.pools.reclaim(fixture.ledger, 3 * PAGE);
            assertThat(fixture.ledger.freeBytes()).isGreaterThanOrEqualTo(3 * PAGE);
            assertThat(pool.usedBlocks()).isEqualTo(4);
            pool.checkIntegrity();
            fixture.pools.reclaim(fixture.ledger, Long.MAX_VALUE);
            assertThat(fixture.ledger.usedBytes(Ledger.Kind.KV)).isEqualTo(2 * PAGE);
            held.close();
            pool.clearCache();
            assertThat(fixture.ledger.usedBytes(Ledger.Kind.KV)).isEqualTo(PAGE);
        }
    }
}
