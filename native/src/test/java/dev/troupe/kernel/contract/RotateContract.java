package dev.troupe.kernel.contract;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

abstract class RotateContract extends KernelContract {
    private static final int POSITIONS = 40;
    private static final int SEQUENCES = 3;

    private record RotateCase(
            AttentionShape shape, KvPool pool, float[][] qkv, float[] rotations, KvPool.Place[] places) {
        /// The rotated rows, then the pool.
        float[][] run(Workbench bench, int[] rows) {
            bench.reset();
            KvPool.Placed placed = pool.place(bench);
            float[][] chosen = IntStream.of(rows).mapToObj(row -> qkv[row]).toArray(float[][]::new);
            Ops.Rows target = bench.putRows(chosen, shape.qkvWidth() + rows[0] % 3);
            Ops.KvView view = pool.view(
                    bench,
                    placed,
                    IntStream.of(rows).mapToObj(row -> places[row]).toArray(KvPool.Place[]::new));
            bench.kernels()
                    .rotateAndStore(new Ops.RotateAndStore(target, shape, bench.put(rotations), view, rows.length));
            float[][] rotated = bench.readRows(target, rows.length, shape.qkvWidth());
            float[][] result = Stream.of(rotated, pool.readBack(bench, placed))
                    .flatMap(Arrays::stream)
                    .toArray(float[][]::new);
            bench.checkGuards();
            return result;
        }
    }

    @Test
    void everyHeadSizeAndBatchGivesTheBitsOfTheReference() {
        withData(data -> {
            for (AttentionShape shape : shapes()) {
                RotateCase test = random(data, shape);
                for (int count : new int[] {1, 2, 3, 7, 16, 17, 33, POSITIONS * SEQUENCES}) {
                    int[] rows = chosen(data, count);
                    String what = shape + ", " + count + " rows";
                    Bits.assertSame(what, test.run(judge, rows), 0, test.run(subject, rows));
                }
            }
        });
    }

    static AttentionShape[] shapes() {
        return new AttentionShape[] {
            new AttentionShape(1, 1, 2, 1f),
            new AttentionShape(4, 2, 8, 0.35f),
            new AttentionShape(8, 4, 12, 0.29f),
            new AttentionShape(9, 3, 64, 0.125f),
            new AttentionShape(3, 1, 80, 0.11f),
            new AttentionShape(4, 4, 128, 0.088f),
            new AttentionShape(16, 1, 64, 0.125f),
            new AttentionShape(2, 2, 256, 0.0625f),
        };
    }

    private static RotateCase random(TestData data, AttentionShape shape) {
        int[] lengths = new int[SEQUENCES];
        Arrays.fill(lengths, POSITIONS);
        KvPool.Place[] places = new KvPool.Place[SEQUENCES * POSITIONS];
        Arrays.setAll(places, i -> new KvPool.Place(i / POSITIONS, i % POSITIONS));
        float[][] qkv = data.wildRows(places.length, shape.qkvWidth());
        return new RotateCase(
                shape, new KvPool(shape, data, lengths), qkv, rotations(shape.headSize(), POSITIONS), places);
    }

    /// Different rows in random order: no two write to one place.
    private static int[] chosen(TestData data, int count) {
        int[] all = IntStream.range(0, POSITIONS * SEQUENCES).toArray();
        for (int i = all.length - 1; i > 0; i--) {
            int other = data.below(i + 1);
            int kept = all[i];
            all[i] = all[other];
            all[other] = kept;
        }
        return Arrays.copyOf(all, count);
    }

    static float[] rotations(int headSize, int positions) {
        float[] table = new float[positions * headSize];
        for (int position = 0; position < positions; position++) {
            for (int i = 0; i < headSize / 2; i++) {
                double angle = position * StrictMath.pow(10_000, -2.0 * i / headSize);
                table[position * headSize + i] = (float) StrictMath.cos(angle);
                table[position * headSize + headSize / 2 + i] = (float) StrictMath.sin(angle);
            }
        }
        return table;
    }
}
