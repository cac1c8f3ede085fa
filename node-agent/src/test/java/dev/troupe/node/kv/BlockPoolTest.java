package dev.troupe.node.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.reference.ReferenceDevice;
import dev.troupe.node.ledger.Ledger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private static final long PAGE = DeviceMemory.PAGE_BYTES;
    /// Four blocks a slab.
    private static final KvLayout LAYOUT = new KvLayout(4, PAGE / 16);

    @Test
    void aTableListsItsBlocksOnTheDevice() {
        try (Fixture fixture = new Fixture(8, 16);
                BlockTable table = fixture.granted(3)) {
            ByteBuffer list = ByteBuffer.allocate(3 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            fixture.device.memory().read(table.address(), list);
            list.flip();
            for (long block : addresses(table)) {
                assertThat(list.getLong()).isEqualTo(block);
            }
        }
    }

    @Test
    void moreThanTheCapIsNeverAndMoreThanIsFreeIsNotNow() {
        try (Fixture fixture = new Fixture(8, 16);
                BlockTable _ = fixture.granted(5)) {
            assertThat(fixture.pool.take(9)).isEqualTo(new TableGrant.Never(9, 8));
            assertThat(fixture.pool.take(4)).isEqualTo(new TableGrant.NotNow(4, 3));
        }
    }

    @Test
    void aWishThatTheLedgerCannotMeetKeepsNothing() {
        try (Fixture fixture = new Fixture(100, 4)) {
            assertThat(fixture.pool.take(13)).isEqualTo(new TableGrant.NotNow(13, 12));
            assertThat(fixture.ledger.usedBytes(Ledger.Kind.KV)).isEqualTo(PAGE);
            fixture.pool.checkIntegrity();
        }
    }

    @Test
    void anEmptySlabGoesBackToTheLedgerAtOnce() {
        try (Fixture fixture = new Fixture(8, 16)) {
            BlockTable first = fixture.granted(4);
            BlockTable second = fixture.granted(4);
            assertThat(fixture.device.memory().committedBytes()).isEqualTo(3 * PAGE);
            first.close();
            assertThat(fixture.device.memory().committedBytes()).isEqualTo(2 * PAGE);
            second.close();
            assertThat(fixture.device.memory().committedBytes()).isEqualTo(PAGE);
        }
    }

    @Test
    void aPoolWithOpenTablesCannotBeClosed() {
        Fixture fixture = new Fixture(8, 16);
        fixture.granted(1);
        assertThatThrownBy(fixture.pool::close).isInstanceOf(IllegalStateException.class);
        fixture.device.close();
    }

    @Property(tries = 30)
    void anyOrderOfTakingAndGivingBackKeepsTheBooks(@ForAll long seed) {
        Random random = new Random(seed);
        try (Fixture fixture = new Fixture(1 + random.nextInt(40), 2 + random.nextInt(10))) {
            List<BlockTable> open = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                step(fixture, random, open);
                fixture.pool.checkIntegrity();
                fixture.ledger.checkIntegrity();
                assertThat(fixture.pool.usedBlocks())
                        .isEqualTo(
                                open.stream().mapToInt(BlockTable::blockCount).sum());
                assertThat(distinctBlocks(open)).hasSize(fixture.pool.usedBlocks());
            }
            open.forEach(BlockTable::close);
            assertThat(fixture.ledger.usedBytes()).isEqualTo(PAGE);
        }
    }

    private static void step(Fixture fixture, Random random, List<BlockTable> open) {
        if (!open.isEmpty() && random.nextInt(3) == 0) {
            open.remove(random.nextInt(open.size())).close();
            return;
        }
        int asked = 1 + random.nextInt(12);
        int available = fixture.pool.availableBlocks();
        switch (fixture.pool.take(asked)) {
            case TableGrant.Granted(BlockTable table, int _) -> {
                assertThat(asked).isLessThanOrEqualTo(available);
                open.add(table);
            }
            case TableGrant.NotNow(int _, int left) -> assertThat(left).isLessThan(asked);
            case TableGrant.Never(int _, int most) -> assertThat(asked).isGreaterThan(most);
        }
    }

    private static List<Long> addresses(BlockTable table) {
        return table.blocks().stream().map(Block::address).toList();
    }

    private static Set<Long> distinctBlocks(List<BlockTable> tables) {
        Set<Long> blocks = new HashSet<>();
        for (BlockTable table : tables) {
            blocks.addAll(addresses(table));
        }
        return blocks;
    }

    private static final class Fixture implements AutoCloseable {
        final ReferenceDevice device;
        final Ledger ledger;
        final BlockPool pool;

        /// @param pages of the device; one of them is for the tables
        Fixture(int blocks, int pages) {
            device = new ReferenceDevice(pages * PAGE);
            ledger = new Ledger(device.memory().capacityBytes());
            pool = new BlockPool("test", LAYOUT, new BlockPool.Limits(blocks, 16, 64), device.memory(), ledger);
        }

        BlockTable granted(int blocks) {
            return ((TableGrant.Granted) pool.take(blocks)).table();
        }

        @Override
        public void close() {
            pool.close();
            assertThat(ledger.usedBytes()).isZero();
            assertThat(device.memory().committedBytes()).isZero();
            device.close();
        }
    }
}
