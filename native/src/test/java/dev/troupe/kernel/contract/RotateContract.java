package dev.troupe.kernel.contract;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

abstract class RotateContract extends KernelContract {
    private static final int POSITIONS = 40;
    private static final int SEQUENCES = 3;

    /// What is done to heads, with its numbers.
    record Rules(Optional<float[]> bias, List<float[]> gains, float[] rotations, int rotated) {
        static Rules plain(AttentionShape shape) {
            return rotating(shape.headSize());
        }

        static Rules rotating(int width) {
            return new Rules(Optional.empty(), List.of(), rotationTable(width, POSITIONS), width);
        }

        Rules biased(float... bias) {
            return new Rules(Optional.of(bias), gains, rotations, rotated);
        }

        Rules normalised(float[] query, float[] key) {
            return new Rules(bias, List.of(query, key), rotations, rotated);
        }

        Ops.HeadRules put(Workbench bench) {
            return new Ops.HeadRules(
                    bias.map(numbers -> OptionalLong.of(bench.put(numbers))).orElse(OptionalLong.empty()),
                    gains.isEmpty()
                            ? Optional.empty()
                            : Optional.of(new Ops.HeadNorms(gain(bench, gains.get(0)), gain(bench, gains.get(1)))),
                    bench.put(rotations),
                    rotated);
        }

        private static Ops.Gain gain(Workbench bench, float... gain) {
            return new Ops.Gain(bench.put(gain), 1e-6f);
        }
    }

    private record RotateCase(AttentionShape shape, Rules rules, KvPool pool, float[][] qkv, KvPool.Place[] places) {
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
            bench.kernels().rotateAndStore(new Ops.RotateAndStore(target, shape, rules.put(bench), view, rows.length));
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
                check(data, shape, Rules.plain(shape), 1, 2, 3, 7, 16, 17, 33, POSITIONS * SEQUENCES);
            }
        });
    }

    @Test
    void biasHeadNormsAndPartialRotationGiveTheBitsOfTheReference() {
        withData(data -> {
            for (AttentionShape shape : shapes()) {
                int size = shape.headSize();
                Rules part = Rules.rotating(data.between(1, size / 2) * 2);
                float[] bias = data.wildRows(1, shape.qkvWidth())[0];
                check(data, shape, part, 1, 17);
                check(data, shape, part.biased(data.numbers(shape.qkvWidth())), 1, 3, 40);
                check(data, shape, part.biased(bias), 16);
                check(data, shape, part.normalised(data.numbers(size), data.numbers(size)), 1, 2, 33);
                Rules all = Rules.plain(shape).normalised(data.numbers(size), data.numbers(size));
                check(data, shape, all.biased(data.numbers(shape.qkvWidth())), 1, 5, POSITIONS * SEQUENCES);
            }
        });
    }

    private void check(TestData data, AttentionShape shape, Rules rules, int... counts) {
        RotateCase test = random(data, shape, rules);
        for (int count : counts) {
            int[] rows = chosen(data, count);
            String what = shape + ", " + rules.rotated() + " rotated, " + count + " rows";
            Bits.assertSame(what, test.run(judge, rows), 0, test.run(subject, rows));
        }
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

    private static RotateCase random(TestData data, AttentionShape shape, Rules rules) {
        int[] lengths = new int[SEQUENCES];
        Arrays.fill(lengths, POSITIONS);
        KvPool.Place[] places = new KvPool.Place[SEQUENCES * POSITIONS];
        Arrays.setAll(places, i -> new KvPool.Place(i / POSITIONS, i % POSITIONS));
        float[][] qkv = data.wildRows(places.length, shape.qkvWidth());
        return new RotateCase(shape, rules, new KvPool(shape, data, lengths), qkv, places);
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

    static float[] rotationTable(int headSize, int positions) {
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
