package dev.troupe.kernel.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/// The judge's own arithmetic against double.
class ArithmeticTest {
    @Test
    void expIsWithinAFewRoundingsOfTheTruth() {
        double worst = 0;
        for (float x = -87.3f; x <= 88f; x += 0.00317f) {
            double truth = Math.exp(x);
            worst = Math.max(worst, Math.abs(Arithmetic.exp(x) - truth) / truth);
        }
        assertThat(worst).isLessThan(3e-7);
    }

    @Test
    void expIsExactAtZeroAndHeldAtItsEnds() {
        assertThat(Arithmetic.exp(0f)).isEqualTo(1f);
        assertThat(Arithmetic.exp(-0f)).isEqualTo(1f);
        assertThat(Arithmetic.exp(Float.NEGATIVE_INFINITY))
                .isEqualTo(Arithmetic.exp(-87.3f))
                .isPositive();
        assertThat(Arithmetic.exp(Float.POSITIVE_INFINITY))
                .isEqualTo(Arithmetic.exp(88f))
                .isFinite();
        assertThat(Arithmetic.exp(Float.NaN)).isNaN();
    }

    @Test
    void siluIsWithinAFewRoundingsOfTheTruth() {
        for (float x = -80f; x <= 80f; x += 0.0137f) {
            double truth = x / (1 + Math.exp(-(double) x));
            assertThat((double) Arithmetic.silu(x)).isCloseTo(truth, within(Math.abs(truth) * 5e-7));
        }
    }

    @Test
    void siluKeepsWhatIsNotFinite() {
        assertThat(Arithmetic.silu(Float.NaN)).isNaN();
        assertThat(Arithmetic.silu(Float.POSITIVE_INFINITY)).isInfinite();
        assertThat(Arithmetic.silu(Float.NEGATIVE_INFINITY)).isInfinite();
    }

    @Test
    void geluIsWithinAFewRoundingsOfTheTruth() {
        for (float x = -6f; x <= 80f; x += 0.00137f) {
            double truth = 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
            assertThat((double) Arithmetic.gelu(x)).isCloseTo(truth, within(Math.abs(truth) * 2e-6 + 1e-7));
        }
        assertThat(Arithmetic.gelu(-1e20f)).isBetween(-1e-15f, 0f);
        assertThat(Arithmetic.gelu(Float.NaN)).isNaN();
        assertThat(Arithmetic.gelu(Float.POSITIVE_INFINITY)).isInfinite();
        assertThat(Arithmetic.gelu(Float.NEGATIVE_INFINITY)).isInfinite();
    }

    @Test
    void tanhIsWithinAFewRoundingsOfTheTruthAlsoNearZero() {
        for (float x = 1e-38f; x <= 90f; x *= 1.00137f) {
            double truth = Math.tanh(x);
            assertThat((double) Arithmetic.tanh(x)).isCloseTo(truth, within(truth * 7e-7));
            assertThat((double) Arithmetic.tanh(-x)).isCloseTo(-truth, within(truth * 7e-7));
        }
        assertThat(Arithmetic.tanh(0f)).isZero();
        assertThat(Arithmetic.tanh(11f)).isEqualTo(1f);
        assertThat(Arithmetic.tanh(Float.NEGATIVE_INFINITY)).isEqualTo(-1f);
        assertThat(Arithmetic.tanh(Float.NaN)).isNaN();
    }

    @Test
    void aSoftcapHoldsNumbersAndHidesNoInfinity() {
        assertThat(Arithmetic.softcap(1e30f, 30f)).isEqualTo(30f);
        assertThat(Arithmetic.softcap(-15f, 30f)).isCloseTo((float) (30 * Math.tanh(-0.5)), within(1e-5f));
        assertThat(Arithmetic.softcap(Float.POSITIVE_INFINITY, 30f)).isNaN();
        assertThat(Arithmetic.softcap(Float.NEGATIVE_INFINITY, 30f)).isNaN();
        assertThat(Arithmetic.softcap(Float.NaN, 30f)).isNaN();
    }

    @Test
    void theTreeAddsHalvesLowPlusHigh() {
        Random random = new Random(1);
        float[] l = new float[16];
        for (int i = 0; i < 16; i++) {
            l[i] = random.nextFloat() - 0.5f;
        }
        float even = ((l[0] + l[8]) + (l[4] + l[12])) + ((l[2] + l[10]) + (l[6] + l[14]));
        float odd = ((l[1] + l[9]) + (l[5] + l[13])) + ((l[3] + l[11]) + (l[7] + l[15]));
        assertThat(Arithmetic.tree(l)).isEqualTo(even + odd);
    }

    @Test
    void halvesAreClampedAndRoundedToEven() {
        assertThat(Arithmetic.toHalf(1e9f)).isEqualTo((short) 0x7BFF);
        assertThat(Arithmetic.toHalf(Float.NEGATIVE_INFINITY)).isEqualTo((short) 0xFBFF);
        assertThat(Arithmetic.toHalf(65519f)).isEqualTo((short) 0x7BFF);
        assertThat(Arithmetic.toHalf(2049f)).isEqualTo(Float.floatToFloat16(2048f));
        assertThat(Arithmetic.toHalf(2051f)).isEqualTo(Float.floatToFloat16(2052f));
        assertThat(Arithmetic.toHalf(0x1p-24f)).isEqualTo((short) 1);
        assertThat(Arithmetic.toHalf(0x1p-25f)).isEqualTo((short) 0);
        assertThat(Float.float16ToFloat(Arithmetic.toHalf(Float.NaN))).isNaN();
    }

    @Test
    void theLargerNumberIsChosenAndNaNOnTheRightIsPassedOver() {
        assertThat(Arithmetic.max(1f, Float.NaN)).isEqualTo(1f);
        assertThat(Arithmetic.max(Float.NEGATIVE_INFINITY, -3f)).isEqualTo(-3f);
        assertThat(Arithmetic.max(2f, -3f)).isEqualTo(2f);
    }
}
