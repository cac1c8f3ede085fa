package dev.troupe.kernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.profile.OpKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CpuDeviceIT {
    /// `FE_UPWARD` of `fenv.h` on x86-64.
    private static final int ROUND_UPWARD = 0x800;

    private static final long BYTES = 4 * DeviceMemory.PAGE_BYTES;

    @Test
    void theLibraryLoadsAndLeavesNoFile() throws IOException {
        assertThat(CpuFeatures.detect().levels()).contains(Level.GENERIC);
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(Files.readString(Path.of("/proc/self/maps"))).contains("troupe-");
            assertThat(files.filter(CpuDeviceIT::isMapped)).isEmpty();
        }
    }

    @Test
    void workersHaveNamesAndSleepBetweenStepsAndGoWithTheDevice() {
        List<String> before = workerStates();
        try (CpuDevice device = CpuDevice.open(new CpuOptions(Level.GENERIC, 4, BYTES))) {
            assertThat(workerStates()).hasSize(before.size() + 3);
            normalize(device, 64);
            awaitParked();
            normalize(device, 64);
            awaitParked();
        }
        assertThat(workerStates()).hasSameSizeAs(before);
    }

    @Test
    void manyThreadsAndManySmallOpsGiveTheBitsOfOneThread() {
        try (CpuDevice alone = CpuDevice.open(new CpuOptions(Level.GENERIC, 1, BYTES));
                CpuDevice shared = CpuDevice.open(new CpuOptions(Level.GENERIC, 9, BYTES))) {
            byte[] expected = normalize(alone, 200);
            for (int round = 0; round < 2000; round++) {
                if (round % 100 == 0) {
                    LockSupport.parkNanos(1_000_000); // some rounds find the workers parked
                }
                assertThat(normalize(shared, 200)).isEqualTo(expected);
            }
            assertThat(shared.times().calls(OpKind.NORMALIZE)).isEqualTo(2000);
        }
    }

    @Test
    void whatTheCallerWaitsForItsWorkersIsPartOfAnOpsTime() {
        try (CpuDevice alone = CpuDevice.open(new CpuOptions(Level.GENERIC, 1, BYTES));
                CpuDevice crowded = CpuDevice.open(new CpuOptions(Level.GENERIC, 9, BYTES))) {
            for (int round = 0; round < 500; round++) {
                normalize(alone, 200);
                normalize(crowded, 200);
            }
            assertThat(alone.times().nanos()).isPositive();
            assertThat(alone.times().waitNanos()).isZero();
            assertThat(crowded.times().waitNanos())
                    .isPositive()
                    .isLessThan(crowded.times().nanos());
        }
    }

    @Test
    void aClosedDeviceRefusesInsteadOfCrashing() {
        CpuDevice device = CpuDevice.open(new CpuOptions(Level.GENERIC, 2, BYTES));
        device.close();
        device.close();
        assertThatThrownBy(() -> normalize(device, 1)).isInstanceOf(RuntimeException.class);
        Ops.Rows rows = new Ops.Rows(0, 16);
        assertThatThrownBy(() -> device.kernels().normalize(new Ops.Normalize(rows, new Ops.Gain(0, 0f), rows, 16, 1)))
                .isInstanceOf(RuntimeException.class);
    }

    /// The JVM's thread comes with whatever rounding another library left behind.
    @Test
    void theCallersRoundingModeChangesNoBitAndIsPutBack() throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle set = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("fesetround"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        MethodHandle get = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("fegetround"), FunctionDescriptor.of(JAVA_INT));
        for (Level level : CpuFeatures.detect().levels()) {
            try (CpuDevice device = CpuDevice.open(new CpuOptions(level, 1, BYTES))) {
                byte[] expected = normalize(device, 3);
                int failed = (int) set.invokeExact(ROUND_UPWARD);
                byte[] actual = normalize(device, 3);
                int mode = (int) get.invokeExact();
                failed += (int) set.invokeExact(0);
                assertThat(failed).isZero();
                assertThat(mode).isEqualTo(ROUND_UPWARD);
                assertThat(actual).isEqualTo(expected);
            }
        }
    }

    /// Normalises rows of made-up numbers and reads them back.
    private static byte[] normalize(CpuDevice device, int rows) {
        long in = device.memory().allocate(DeviceMemory.PAGE_BYTES);
        ByteBuffer numbers = ByteBuffer.allocate(rows * 64 * Float.BYTES);
        for (int i = 0; i < rows * 64; i++) {
            numbers.putFloat(i * Float.BYTES, Float.intBitsToFloat(Integer.reverseBytes(0x3f000000 + i * 977)));
        }
        device.memory().write(in, numbers);
        Ops.Rows table = new Ops.Rows(in, 64);
        Ops.Rows out = new Ops.Rows(in + rows * 64L * Float.BYTES, 64);
        device.kernels().normalize(new Ops.Normalize(table, new Ops.Gain(in, 1e-5f), out, 64, rows));
        ByteBuffer result = ByteBuffer.allocate(rows * 64 * Float.BYTES);
        device.memory().read(out.address(), result);
        device.memory().release(in, DeviceMemory.PAGE_BYTES);
        return result.array();
    }

    /// Waits until every worker sleeps; a test that hangs here has a worker that never parks.
    private static void awaitParked() {
        while (!workerStates().stream().allMatch("S"::equals)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static List<String> workerStates() {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.map(task -> read(task.resolve("stat")))
                    .filter(stat -> stat.contains("(troupe-cpu-"))
                    .map(stat -> stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Empty for a thread that ended meanwhile.
    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean isMapped(Path file) {
        return read(Path.of("/proc/self/maps")).lines().anyMatch(line -> line.endsWith(" " + file));
    }
}
