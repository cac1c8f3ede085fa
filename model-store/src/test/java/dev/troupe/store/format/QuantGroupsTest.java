package dev.troupe.store.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.kernel.layout.WeightFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class QuantGroupsTest {
    @Property(tries = 200)
    void noNumberMovesFurtherThanItsFormatsStep(@ForAll WeightFormat format, @ForAll long seed) {
        float[] values = numbers(seed);
        float[] back = decode(format, encode(format, values), values.length);
        for (int i = 0; i < values.length; i++) {
            assertThat(back[i]).isCloseTo(values[i], Offset.offset(step(format)));
        }
    }

    @Property(tries = 100)
    void decodedNumbersOfPlainFormatsEncodeToTheSameBytes(@ForAll long seed) {
        float[] values = numbers(seed);
        for (WeightFormat format : List.of(WeightFormat.F32, WeightFormat.F16)) {
            byte[] once = encode(format, values);
            assertThat(encode(format, decode(format, once, values.length))).isEqualTo(once);
        }
    }

    @Test
    void aGroupOfZerosDecodesToZeros() {
        for (WeightFormat format : WeightFormat.values()) {
            for (float value : decode(format, encode(format, new float[256]), 256)) {
                assertThat(value == 0f).as(format.name()).isTrue();
            }
        }
    }

    @Test
    void nibblesOfAByteAreSixteenElementsApart() {
        float[] values = new float[32];
        values[3] = 15f;
        values[20] = 7f;
        byte[] bytes = encode(WeightFormat.Q4_1, values);
        assertThat(bytes[4 + 3]).isEqualTo((byte) 0x0F);
        assertThat(bytes[4 + 4]).isEqualTo((byte) 0x70);
    }

    /// Half a quant step at the largest range of 8, and the rounding of the stored factors.
    private static float step(WeightFormat format) {
        return switch (format) {
            case F32 -> 0f;
            case F16 -> 0.002f;
            case Q8_0 -> 0.04f;
            case Q4_0 -> 0.6f;
            case Q4_1 -> 0.28f;
            case BF16 -> 0.008f;
            case Q5_0 -> 0.3f;
            case Q5_1 -> 0.14f;
            // Parts' own scales are whole numbers of steps: they add up to half of one.
            case Q2_K -> 1.9f;
            case Q3_K -> 0.75f;
            case Q4_K -> 0.35f;
            case Q5_K -> 0.25f;
            case Q6_K -> 0.12f;
        };
    }

    private static float[] numbers(long seed) {
        Random random = new Random(seed);
        float[] values = new float[512];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat(-4, 4);
        }
        return values;
    }

    private static byte[] encode(WeightFormat format, float[] values) {
        ByteBuffer target =
                ByteBuffer.allocate((int) format.rowBytes(values.length)).order(ByteOrder.LITTLE_ENDIAN);
        QuantGroups.encode(format, values, target);
        assertThat(target.hasRemaining()).isFalse();
        return target.array();
    }

    private static float[] decode(WeightFormat format, byte[] bytes, int count) {
        float[] values = new float[count];
        QuantGroups.decode(format, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), values);
        return values;
    }
}
