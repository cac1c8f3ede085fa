package dev.troupe.kernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Choice;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.layout.WeightFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CpuKernelsTest {
    private static CpuDevice device;
    private static Kernels kernels;
    private static long start;

    @BeforeAll
    static void open() {
        device = CpuDevice.open(new CpuOptions(Level.GENERIC, 2, 2 * DeviceMemory.PAGE_BYTES));
        kernels = device.kernels();
        start = device.memory().allocate(DeviceMemory.PAGE_BYTES);
    }

    @AfterAll
    static void close() {
        device.close();
    }

    @Test
    void scratchOfNothingIsRefused() {
        AttentionShape shape = new AttentionShape(1, 1, 64, 1f);
        assertRefused(() -> kernels.attendScratchBytes(shape, 0, 1), "attention scratch for 0 x 1: must be positive");
        assertRefused(() -> kernels.sampleScratchBytes(1, -1), "sampling scratch for 1 x -1: must be positive");
    }

    @Test
    void aTokenOutsideTheTableIsRefused() {
        Matrix table = new Matrix(WeightFormat.F32, 5, 16, start);
        Ops.Rows out = new Ops.Rows(start + 4096, 16);
        for (int token : new int[] {-1, 5, Integer.MAX_VALUE}) {
            device.memory().write(start, words(token));
            assertRefused(
                    () -> kernels.embed(new Ops.Embed(table, start, 1f, out, 1)),
                    "a token id lies outside the vocabulary");
        }
    }

    @Test
    void aDrawOutsideItsRangesIsRefused() {
        Draw good = drawn(1f, 0, 1f, 0f);
        sample(good);
        sample(Draw.given(2, Choice.MAX_TOP).with(adjustment(0f, Float.NaN, 0, 0, -1)));
        for (Draw bad : new Draw[] {
            drawn(0f, 0, 1f, 0f),
            drawn(Float.NaN, 0, 1f, 0f),
            drawn(1f, -1, 1f, 0f),
            drawn(1f, 0, 0f, 0f),
            drawn(1f, 0, 1.5f, 0f),
            drawn(1f, 0, 1f, 1.5f),
            drawn(1f, 0, 1f, -0.5f),
            drawn(1f, 0, 1f, Float.NaN),
            Draw.greedy(Choice.MAX_TOP + 1),
            Draw.given(3, 0),
            Draw.given(-1, 0),
            Draw.greedy(0).with(adjustment(0f, 0f, 0, 0, 0)),
            Draw.greedy(0).with(adjustment(Float.POSITIVE_INFINITY, 0f, 0, 0, 0)),
            Draw.greedy(0).with(adjustment(1f, Float.NaN, 0, 0, 0)),
            Draw.greedy(0).with(adjustment(1f, 0f, 1, 0, 0)),
            Draw.greedy(0).with(adjustment(1f, 0f, -1, 0, 0)),
            Draw.greedy(0).with(adjustment(1f, 0f, 0, 0, -1))
        }) {
            assertRefused(() -> sample(bad), "a draw record holds a value outside its range");
        }
    }

    @Test
    void scratchIsEnoughForEveryThread() {
        assertThat(kernels.sampleScratchBytes(1000, 1)).isLessThan(kernels.sampleScratchBytes(1000, 2));
        AttentionShape shape = new AttentionShape(9, 3, 64, 0.125f);
        assertThat(kernels.attendScratchBytes(shape, 1, 512))
                .isLessThan(kernels.attendScratchBytes(shape, 1, 513))
                .isLessThan(kernels.attendScratchBytes(shape, 2, 512));
    }

    private static Draw drawn(float temperature, int topK, float topP, float minP) {
        return Draw.drawn(new Draw.Cuts(temperature, topK, topP, minP), 0, 1L, 1L);
    }

    private static Draw.Adjustment adjustment(float repetition, float frequency, int prompt, int length, int bans) {
        return new Draw.Adjustment(
                repetition, frequency, 0f, new Draw.History(0, prompt, length), new Draw.Biases(0, 0, bans));
    }

    /// Three logits, one row.
    private static void sample(Draw draw) {
        ByteBuffer record = ByteBuffer.allocate(Draw.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        draw.writeTo(record);
        device.memory().write(start + 64, record.flip());
        device.memory().write(start, words(0x3f800000, 0, 0x40000000));
        kernels.sample(new Ops.Sample(new Ops.Rows(start, 3), 3, start + 64, start + 128, 1, start + 4096));
    }

    private static ByteBuffer words(int... words) {
        ByteBuffer buffer = ByteBuffer.allocate(words.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(words);
        return buffer;
    }

    private static void assertRefused(ThrowingCallable call, String why) {
        assertThatThrownBy(call).isInstanceOf(KernelException.class).hasMessageContaining(why);
    }
}
