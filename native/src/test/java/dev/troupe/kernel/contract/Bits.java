package dev.troupe.kernel.contract;

import static org.assertj.core.api.Assertions.fail;

/// Compares numbers by their bits; one NaN is as good as another.
final class Bits {
    private Bits() {}

    /// Rows `from..` of `expected` against all rows of `actual`.
    static void assertSame(String what, float[][] expected, int from, float[][] actual) {
        for (int row = 0; row < actual.length; row++) {
            assertSame(what + ", row " + row + " of " + actual.length, expected[from + row], actual[row]);
        }
    }

    static void assertSame(String what, float[] expected, float[] actual) {
        if (expected.length != actual.length) {
            fail("%s: %d numbers, expected %d", what, actual.length, expected.length);
        }
        for (int i = 0; i < expected.length; i++) {
            if (Float.floatToIntBits(expected[i]) != Float.floatToIntBits(actual[i])) {
                fail("%s, number %d: %s, expected %s", what, i, text(actual[i]), text(expected[i]));
            }
        }
    }

    private static String text(float number) {
        return number + " (0x" + Integer.toHexString(Float.floatToRawIntBits(number)) + ")";
    }
}
