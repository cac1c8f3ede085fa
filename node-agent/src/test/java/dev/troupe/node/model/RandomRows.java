package dev.troupe.node.model;

import dev.troupe.kernel.layout.RowSource;
import dev.troupe.kernel.layout.WeightFormat;
import dev.troupe.store.format.QuantGroups;
import java.nio.ByteBuffer;
import java.util.Random;

/// Rows of a matrix in a file's form, with random numbers of a given deviation.
record RandomRows(WeightFormat format, int inputs, float deviation, long seed) implements RowSource {
    private static final float INT8_DEVIATION = 73f;
    private static final float NIBBLE_DEVIATION = 4.6f;
    private static final int GROUP_WEIGHTS = 32;

    @Override
    public void read(int row, ByteBuffer target) {
        Random random = new Random(seed * 1_000_003 + row);
        if (format.ordinal() > WeightFormat.Q4_1.ordinal()) {
            encode(random, target);
            return;
        }
        for (int group = 0; group < inputs / format.groupSize(); group++) {
            switch (format) {
                case F32 -> target.putFloat(number(random));
                case F16 -> target.putShort(Float.floatToFloat16(number(random)));
                case Q8_0 -> quants(target, random, INT8_DEVIATION, GROUP_WEIGHTS, false);
                case Q4_0 -> quants(target, random, NIBBLE_DEVIATION, GROUP_WEIGHTS / 2, false);
                default -> quants(target, random, NIBBLE_DEVIATION, GROUP_WEIGHTS / 2, true);
            }
        }
    }

    private void encode(Random random, ByteBuffer target) {
        float[] values = new float[inputs];
        for (int i = 0; i < inputs; i++) {
            values[i] = number(random);
        }
        QuantGroups.encode(format, values, target);
    }

    private float number(Random random) {
        return (float) random.nextGaussian() * deviation;
    }

    private void quants(ByteBuffer target, Random random, float quantDeviation, int bytes, boolean minimum) {
        float scale = deviation / quantDeviation * (0.5f + random.nextFloat());
        target.putShort(Float.floatToFloat16(scale));
        if (minimum) {
            target.putShort(Float.floatToFloat16(-7.5f * scale));
        }
        byte[] quants = new byte[bytes];
        random.nextBytes(quants);
        target.put(quants);
    }
}
