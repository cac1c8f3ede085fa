package dev.troupe.store.generated;

/// A stream of random numbers with mean 0 and deviation 1 before scaling: sums of four uniform
/// 16-bit numbers. Defined here and not by the JDK, so that a seed means the same file for ever.
final class BellNumbers {
    private static final long STEP = 0x9E3779B97F4A7C15L;
    private static final int PART_BITS = 16;
    private static final long PART_MASK = (1L << PART_BITS) - 1;
    private static final int PARTS = Long.SIZE / PART_BITS;
    /// A uniform number in 0..1 has variance 1/12, the sum of four has 1/3.
    private static final double DEVIATION = Math.sqrt(PARTS / 12.0) * (1L << PART_BITS);

    private static final double MEAN = PARTS * (double) PART_MASK / 2;

    private long state;

    BellNumbers(long seed, String name) {
        state = mix(seed);
        name.chars().forEach(c -> state = mix(state + STEP + c));
    }

    void fill(float[] target, float mean, float deviation) {
        for (int i = 0; i < target.length; i++) {
            target[i] = (float) (mean + deviation * next());
        }
    }

    private double next() {
        state += STEP;
        long bits = mix(state);
        long sum = 0;
        for (int part = 0; part < PARTS; part++) {
            sum += bits >>> part * PART_BITS & PART_MASK;
        }
        return (sum - MEAN) / DEVIATION;
    }

    /// The finaliser of SplitMix64.
    private static long mix(long value) {
        long x = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}
