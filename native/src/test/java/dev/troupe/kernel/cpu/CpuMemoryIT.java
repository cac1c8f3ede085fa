package dev.troupe.kernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.KernelException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CpuMemoryIT {
    private static final long MIB = 1L << 20;
    private static final long USED = 256 * MIB;

    @Test
    void reservingCostsNothingAndReleasingGivesTheResidentPagesBack() throws IOException {
        long before = residentBytes();
        CpuMemory memory = new CpuMemory(64L << 30);
        long address = memory.allocate(USED);
        assertThat(residentBytes() - before).isLessThan(USED / 2);
        fill(memory, address);
        long full = residentBytes();
        assertThat(full - before).isGreaterThan(USED / 2);
        memory.release(address, USED);
        assertThat(full - residentBytes()).isGreaterThan(USED / 2);
        memory.close();
    }

    @Test
    void twoHundredCyclesLeaveNothingBehind() throws IOException {
        CpuMemory memory = new CpuMemory(1L << 30);
        long before = residentBytes();
        for (int cycle = 0; cycle < 200; cycle++) {
            long bytes = DeviceMemory.PAGE_BYTES * (1 + cycle % 5);
            long address = memory.allocate(bytes);
            memory.write(address + bytes - 1, ByteBuffer.wrap(new byte[] {1}));
            memory.release(address, bytes);
        }
        assertThat(memory.committedBytes()).isZero();
        assertThat(residentBytes() - before).isLessThan(200 * DeviceMemory.PAGE_BYTES / 4);
        memory.close();
    }

    @Test
    void nothingOutsideAnAllocationCanBeReached() {
        CpuMemory memory = new CpuMemory(16 * MIB);
        long address = memory.allocate(DeviceMemory.PAGE_BYTES);
        ByteBuffer two = ByteBuffer.allocate(2);
        long last = address + DeviceMemory.PAGE_BYTES - 1;
        assertThatThrownBy(() -> memory.write(last, two)).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> memory.read(address - 1, two)).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> memory.read(Long.MIN_VALUE, two)).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> memory.read(Long.MAX_VALUE, two)).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> memory.release(address, 2 * DeviceMemory.PAGE_BYTES))
                .isInstanceOf(KernelException.class)
                .hasMessageContaining("no such allocation");
        memory.close();
        assertThatThrownBy(() -> memory.read(address, two)).isInstanceOf(KernelException.class);
        assertThatThrownBy(() -> memory.allocate(DeviceMemory.PAGE_BYTES)).hasMessageContaining("closed");
        memory.close();
    }

    private static void fill(CpuMemory memory, long address) {
        ByteBuffer piece = ByteBuffer.allocateDirect((int) MIB);
        for (long offset = 0; offset < USED; offset += MIB) {
            memory.write(address + offset, piece.rewind());
        }
    }

    private static long residentBytes() throws IOException {
        String resident = Files.readString(Path.of("/proc/self/statm")).split(" ")[1];
        return Long.parseLong(resident) * 4096;
    }
}
