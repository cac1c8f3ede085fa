package dev.troupe.kernel.contract;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.Ops;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Rows of logits with their draws. Behind the vocabulary lie `padding` columns that must not be
/// looked at.
record SampleCase(float[][] logits, Draw[] draws, int padding) implements KernelContract.RowsCase {
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
        ByteBuffer drawBytes = Workbench.buffer(count * Draw.BYTES);
        for (int row = 0; row < count; row++) {
            draws[from + row].writeTo(drawBytes);
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
