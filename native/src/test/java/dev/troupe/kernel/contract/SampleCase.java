package dev.troupe.kernel.contract;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.Ops;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// Rows of logits with their draws. Behind the vocabulary lie `padding` columns that must not be
/// looked at. What a row's draw says of an adjustment is completed by its {@link Extra}.
record SampleCase(float[][] logits, Draw[] draws, int padding, Extra[] extras) implements KernelContract.RowsCase {
    /// @param history shared by rows that have the same array; the row sees the first `length`
    /// @param bans how many of `ids`, from the end, are banned; the others get their bias
    record Extra(int[] history, int prompt, int length, int[] ids, float[] biases, int bans) {
        static final Extra NONE = new Extra(new int[0], 0, 0, new int[0], new float[0], 0);

        static Extra seen(int[] history, int prompt, int length) {
            return new Extra(history, prompt, length, NONE.ids, NONE.biases, 0);
        }

        static Extra listed(int[] ids, float[] biases, int bans) {
            return new Extra(NONE.history, 0, 0, ids, biases, bans);
        }
    }

    SampleCase(float[][] logits, Draw[] draws, int padding) {
        this(logits, draws, padding, new Extra[draws.length]);
        Arrays.fill(extras, Extra.NONE);
    }

    @Override
    public int rows() {
        return draws.length;
    }

    @Override
    public float[][] run(Workbench bench, int from, int count) {
        return choose(bench, from, count).stream().map(SampleCase::numbers).toArray(float[][]::new);
    }

    List<Choice> choose(Workbench bench, int from, int count) {
        int vocabulary = logits[0].length;
        Ops.Rows rows = bench.putRows(padded(from, count), vocabulary + padding);
        Map<int[], Long> histories = new IdentityHashMap<>();
        ByteBuffer drawBytes = Workbench.buffer(count * Draw.BYTES);
        for (int row = 0; row < count; row++) {
            placed(bench, histories, from + row).writeTo(drawBytes);
        }
        long drawsAt = bench.put(drawBytes.array());
        long choices = bench.room((long) count * Choice.BYTES);
        long scratch = bench.room(bench.kernels().sampleScratchBytes(vocabulary, count));
        bench.kernels().sample(new Ops.Sample(rows, vocabulary, drawsAt, choices, count, scratch));
        ByteBuffer written = bench.read(choices, count * Choice.BYTES);
        List<Choice> result = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            result.add(Choice.readFrom(written));
        }
        return result;
    }

    /// The draw of a row with the addresses of its lists.
    private Draw placed(Workbench bench, Map<int[], Long> histories, int row) {
        Extra extra = extras[row];
        Draw.Adjustment plain = draws[row].adjustment();
        long ids = extra.history.length == 0 ? 0 : histories.computeIfAbsent(extra.history, bench::put);
        ByteBuffer entries = Workbench.buffer(extra.ids.length * Draw.Biases.ENTRY_BYTES);
        for (int i = 0; i < extra.ids.length; i++) {
            entries.putInt(extra.ids[i]).putFloat(i < extra.biases.length ? extra.biases[i] : Float.NaN);
        }
        long list = extra.ids.length == 0 ? 0 : bench.put(entries.array());
        return draws[row].with(new Draw.Adjustment(
                plain.repetition(),
                plain.frequency(),
                plain.presence(),
                new Draw.History(ids, extra.prompt, extra.length),
                new Draw.Biases(list, extra.ids.length - extra.bans, extra.bans)));
    }

    private float[][] padded(int from, int count) {
        float[][] rows = new float[count][];
        for (int row = 0; row < count; row++) {
            rows[row] = Arrays.copyOf(logits[from + row], logits[from + row].length + padding);
            for (int i = 0; i < padding; i++) {
                rows[row][logits[0].length + i] = i % 2 == 0 ? Float.MAX_VALUE : Float.NaN;
            }
        }
        return rows;
    }

    private static float[] numbers(Choice choice) {
        List<Choice.Candidate> top = choice.top();
        float[] numbers = new float[6 + 2 * top.size()];
        numbers[0] = choice.status().ordinal();
        numbers[1] = choice.token();
        numbers[2] = choice.logit();
        numbers[3] = choice.max();
        numbers[4] = choice.sum();
        numbers[5] = top.size();
        for (int i = 0; i < top.size(); i++) {
            numbers[6 + 2 * i] = top.get(i).id();
            numbers[7 + 2 * i] = top.get(i).logit();
        }
        return numbers;
    }
}
