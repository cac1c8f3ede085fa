package dev.troupe.kernel.contract;

import dev.troupe.kernel.Draw;
import java.util.Arrays;

/// Logits and draws of every kind.
final class SampleData {
    /// Positions whose draw with seed 0 is exactly 0, and the largest below 1.
    static final long[] LOWEST_DRAWS = {14_883_995L, 17_758_991L};

    static final long[] HIGHEST_DRAWS = {38_471_471L, 58_912_592L};

    private static final int[] TOP_K = {0, 0, 0, 1, 2, 5, 40, 64, 100, 1000, 4096, 20_000};
    private static final float[] TOP_P = {1f, 1f, 0.95f, 0.5f, 0.1f, 1e-6f, 0.9999999f};
    private static final float[] TEMPERATURES = {1e-40f, 1e-3f, 0.01f, 0.5f, 0.7f, 1f, 2f};
    private static final float[] MIN_P = {0f, 0f, 0f, 0.01f, 0.3f, 1f, Float.MIN_VALUE};
    private static final int[] TOP_COUNTS = {0, 0, 1, 2, 5, 20};

    private final TestData data;
    private final int vocabulary;

    SampleData(TestData data, int vocabulary) {
        this.data = data;
        this.vocabulary = vocabulary;
    }

    SampleCase rows(int count) {
        float[][] logits = new float[count][];
        Draw[] draws = new Draw[count];
        for (int row = 0; row < count; row++) {
            logits[row] = logits(data.below(8));
            draws[row] = draw();
        }
        return new SampleCase(logits, draws, data.pick(0, 1, 15, 16));
    }

    private float[] logits(int kind) {
        float[] row = data.numbers(vocabulary);
        switch (kind) {
            case 0 -> Arrays.fill(row, data.pick(0f, -0f, -30f, 1e30f));
            case 1 -> round(row, 2f);
            case 2 -> round(row, 0.5f);
            case 3 -> scale(row, 20f);
            case 4 -> scale(row, 1e-3f);
            case 5 -> punch(row, Float.NEGATIVE_INFINITY);
            case 6 -> row[data.below(vocabulary)] = 60f;
            default -> scale(row, 3f);
        }
        return row;
    }

    /// Many ties, zeros of both signs among them.
    private static void round(float[] row, float steps) {
        for (int i = 0; i < row.length; i++) {
            row[i] = (float) Math.rint(row[i] * steps) / steps;
        }
    }

    private static void scale(float[] row, float factor) {
        for (int i = 0; i < row.length; i++) {
            row[i] *= factor;
        }
    }

    private void punch(float[] row, float value) {
        int kept = data.below(vocabulary);
        for (int i = 0; i < row.length; i++) {
            row[i] = i != kept && data.oneIn(2) ? value : row[i];
        }
    }

    private Draw draw() {
        int topCount = data.pick(TOP_COUNTS);
        return switch (data.below(6)) {
            case 0 -> Draw.greedy(topCount);
            case 1 -> Draw.given(data.below(vocabulary), topCount);
            default -> drawn(topCount);
        };
    }

    private Draw drawn(int topCount) {
        int topK = data.oneIn(8) ? vocabulary + data.between(-1, 1) : data.pick(TOP_K);
        boolean edge = data.oneIn(3);
        long position = edge ? data.oneIn(2) ? LOWEST_DRAWS[0] : HIGHEST_DRAWS[data.below(2)] : data.word() >>> 30;
        Draw.Cuts cuts = new Draw.Cuts(data.pick(TEMPERATURES), topK, data.pick(TOP_P), data.pick(MIN_P));
        return Draw.drawn(cuts, topCount, edge ? 0L : data.word(), position);
    }
}
