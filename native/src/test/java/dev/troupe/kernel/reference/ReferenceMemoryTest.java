package dev.troupe.kernel.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReferenceMemoryTest {
    private static final long PAGE = DeviceMemory.PAGE_BYTES;

    private final ReferenceDevice device = new ReferenceDevice(3 * PAGE);
    private final DeviceMemory memory = device.memory();

    @AfterEach
    void close() {
        device.close();
    }

    @Test
    void newPagesReadAsZero() {
        ByteBuffer target = ByteBuffer.allocate((int) PAGE);
        memory.read(memory.allocate(PAGE), target);
        assertThat(target.hasRemaining()).isFalse();
        assertThat(Arrays.equals(target.array(), new byte[(int) PAGE])).isTrue();
    }

    @Test
    void whatIsWrittenIsReadBackAtAnyOffset() {
        long address = memory.allocate(PAGE);
        memory.write(address + 77, ByteBuffer.wrap(new byte[] {1, 2, 3}));
        ByteBuffer target = ByteBuffer.allocateDirect(5);
        memory.read(address + 76, target);
        assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 0}));
    }

    @Test
    void everyByteCountsAgainstTheCapacity() {
        long two = memory.allocate(2 * PAGE);
        memory.allocate(PAGE);
        assertThat(memory.committedBytes()).isEqualTo(memory.capacityBytes());
        assertThatThrownBy(() -> memory.allocate(PAGE))
                .isInstanceOf(KernelException.class)
                .hasMessageContaining("0 of " + 3 * PAGE + " are free");
        memory.release(two, 2 * PAGE);
        assertThat(memory.committedBytes()).isEqualTo(PAGE);
        assertThat(memory.allocate(2 * PAGE)).isNotEqualTo(two);
    }

    @Test
    void accessOutsideAnAllocationNamesAddressAndSize() {
        long address = memory.allocate(PAGE);
        for (long wrong : new long[] {0, address - 1, address + PAGE - 3, address + PAGE, Long.MAX_VALUE - 2}) {
            assertThatThrownBy(() -> memory.read(wrong, ByteBuffer.allocate(4)))
                    .isInstanceOf(KernelException.class)
                    .hasMessageContaining("4 bytes at 0x" + Long.toHexString(wrong));
        }
    }

    @Test
    void releasedMemoryIsNobodysAnyMore() {
        long address = memory.allocate(PAGE);
        memory.release(address, PAGE);
        assertThatThrownBy(() -> memory.write(address, ByteBuffer.allocate(1))).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> memory.release(address, PAGE)).isInstanceOf(KernelException.class);
    }

    @Test
    void sizesThatAreNotWholePagesAreRefused() {
        for (long bytes : new long[] {0, -PAGE, 1, PAGE + 1}) {
            assertThatThrownBy(() -> memory.allocate(bytes)).isInstanceOf(KernelException.class);
        }
        long address = memory.allocate(2 * PAGE);
        assertThatThrownBy(() -> memory.release(address, PAGE)).isInstanceOf(KernelException.class);
    }

    @Test
    void closingTwiceIsClosingOnce() {
        memory.allocate(PAGE);
        device.close();
        device.close();
        assertThat(memory.committedBytes()).isZero();
    }
}
