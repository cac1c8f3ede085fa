package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class MemoryContract extends KernelContract {
    private static final long PAGE = DeviceMemory.PAGE_BYTES;

    private DeviceMemory memory;
    private long before;
    private long address;

    @BeforeEach
    void allocate() {
        memory = subject.device().memory();
        before = memory.committedBytes();
        address = memory.allocate(2 * PAGE);
    }

    @AfterEach
    void release() {
        memory.release(address, 2 * PAGE);
        assertThat(memory.committedBytes()).isEqualTo(before);
    }

    @Override
    long spareBytes() {
        return 4 * PAGE;
    }

    @Test
    void theDeviceGivesTheBitsOfItsClass() {
        assertThat(subject.device().numericsClass())
                .isEqualTo(judge.device().numericsClass())
                .isEqualTo("portable-1");
        assertThat(subject.device().threads()).isPositive();
    }

    @Test
    void pagesAreAlignedAndCounted() {
        assertThat(address % 64).isZero();
        assertThat(memory.committedBytes()).isEqualTo(before + 2 * PAGE);
        assertThat(memory.capacityBytes()).isGreaterThanOrEqualTo(memory.committedBytes());
    }

    @Test
    void pagesReadAsZeroAlsoWhenTheyWereUsedBefore() {
        for (int round = 0; round < 3; round++) {
            assertThat(Arrays.equals(bytes(address, (int) (2 * PAGE)), new byte[(int) (2 * PAGE)]))
                    .isTrue();
            byte[] used = new byte[(int) (2 * PAGE)];
            Arrays.fill(used, (byte) 0x7F);
            memory.write(address, ByteBuffer.wrap(used));
            memory.release(address, 2 * PAGE);
            address = memory.allocate(2 * PAGE);
        }
    }

    @Test
    void allKindsOfBuffersAreCopiedFromTheirPosition() {
        withData(data -> {
            for (int size : new int[] {0, 1, 7, 64, 4097, (int) PAGE}) {
                byte[] values = new byte[size];
                for (int i = 0; i < size; i++) {
                    values[i] = (byte) data.below(256);
                }
                long target = address + data.below(1000);
                ByteBuffer direct = ByteBuffer.allocateDirect(size + 9).position(9);
                direct.put(values).position(9);
                memory.write(target, direct);
                assertThat(direct.hasRemaining()).isFalse();
                assertThat(Arrays.equals(bytes(target, size), values)).isTrue();
                ByteBuffer back = ByteBuffer.allocateDirect(size + 5).position(5);
                memory.read(target, back);
                assertThat(back.hasRemaining()).isFalse();
                assertThat(back.position(5).equals(ByteBuffer.wrap(values))).isTrue();
                memory.write(target, ByteBuffer.wrap(values).asReadOnlyBuffer());
            }
        });
    }

    @Test
    void moreThanTheRangeIsRefusedAndChangesNothing() {
        long committed = memory.committedBytes();
        long tooMuch = DeviceMemory.roundUp(memory.capacityBytes() + 1);
        assertThatThrownBy(() -> memory.allocate(tooMuch)).isInstanceOf(KernelException.class);
        assertThat(memory.committedBytes()).isEqualTo(committed);
    }

    @Test
    void neighboursDoNotOverlap() {
        long other = memory.allocate(PAGE);
        memory.write(other, ByteBuffer.wrap(new byte[] {1, 2, 3}));
        memory.write(address, ByteBuffer.wrap(new byte[(int) (2 * PAGE)]));
        assertThat(bytes(other, 4)).containsExactly(1, 2, 3, 0);
        memory.release(other, PAGE);
    }

    private byte[] bytes(long from, int count) {
        ByteBuffer target = ByteBuffer.allocate(count);
        memory.read(from, target);
        return target.array();
    }
}
