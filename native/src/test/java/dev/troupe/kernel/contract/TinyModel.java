package dev.troupe.kernel.contract;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Matrix;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.QuantizedRows;
import dev.troupe.kernel.layout.WeightFormat;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// One decoder layer and a head with random weights, to see ops work on each other's results.
final class TinyModel {
    static final int WIDTH = 64;

    private static final int VOCABULARY = 100;
    private static final int INNER = 96;
    private static final int POSITIONS = 80;
    private static final AttentionShape SHAPE = new AttentionShape(8, 2, 8, 0.35f);

    private final byte[] qkv;
    private final byte[] output;
    private final byte[] gateUp;
    private final byte[] down;
    private final byte[] head;
    private final float[] gain;
    private final KvPool pool;

    TinyModel(TestData data) {
        qkv = packed(data, WeightFormat.Q4_1, SHAPE.qkvWidth(), WIDTH);
        output = packed(data, WeightFormat.Q4_0, WIDTH, SHAPE.qWidth());
        gateUp = TestData.packPair(
                WeightFormat.Q8_0,
                WIDTH,
                data.weights(WeightFormat.Q8_0, INNER, WIDTH, false),
                data.weights(WeightFormat.Q8_0, INNER, WIDTH, false));
        down = packed(data, WeightFormat.Q8_0, WIDTH, INNER);
        head = packed(data, WeightFormat.F16, VOCABULARY, WIDTH);
        gain = data.numbers(WIDTH);
        int[] lengths = new int[POSITIONS];
        Arrays.fill(lengths, 1);
        lengths[0] = POSITIONS;
        pool = new KvPool(SHAPE, data, lengths);
    }

    private static byte[] packed(TestData data, WeightFormat format, int outputs, int inputs) {
        return TestData.pack(format, inputs, data.weights(format, outputs, inputs, false));
    }

    /// The model on a workbench, with its KV.
    static final class OnDevice {
        private final TinyModel model;
        private final Workbench bench;
        private final Kernels kernels;
        private final KvPool.Placed kv;
        private final long rotations;
        private final Ops.Gain gain;
        private Ops.Rows logits;

        OnDevice(TinyModel model, Workbench bench) {
            this.model = model;
            this.bench = bench;
            this.kernels = bench.kernels();
            this.kv = model.pool.place(bench);
            this.rotations = bench.put(RotateContract.rotationTable(SHAPE.headSize(), POSITIONS));
            this.gain = new Ops.Gain(bench.put(model.gain), 1e-5f);
        }

        /// Logits of one sequence, fed in slices; the last size repeats.
        float[][] logits(float[][] hidden, int... slices) {
            float[][] result = new float[hidden.length][];
            int from = 0;
            for (int i = 0; from < hidden.length; i++) {
                int count = Math.min(slices[Math.min(i, slices.length - 1)], hidden.length - from);
                KvPool.Place[] places = new KvPool.Place[count];
                int first = from;
                Arrays.setAll(places, row -> new KvPool.Place(0, first + row));
                float[][] part = step(Arrays.copyOfRange(hidden, from, from + count), places);
                System.arraycopy(part, 0, result, from, count);
                from += count;
            }
            return result;
        }

        /// Logits of rows of different sequences, each at its first position.
        float[][] logitsOfStrangers(float[][] hidden) {
            KvPool.Place[] places = new KvPool.Place[hidden.length];
            Arrays.setAll(places, row -> new KvPool.Place(row + 1, 0));
            return step(hidden, places);
        }

        Choice.Status[] statuses(int rows) {
            ByteBuffer draws = Workbench.buffer(rows * Draw.BYTES);
            for (int row = 0; row < rows; row++) {
                Draw.greedy(0).writeTo(draws);
            }
            long choices = bench.room((long) rows * Choice.BYTES);
            long scratch = bench.room(kernels.sampleScratchBytes(VOCABULARY, rows));
            kernels.sample(new Ops.Sample(logits, VOCABULARY, bench.put(draws.array()), choices, rows, scratch));
            ByteBuffer written = bench.read(choices, rows * Choice.BYTES);
            Choice.Status[] statuses = new Choice.Status[rows];
            Arrays.setAll(statuses, _ -> Choice.readFrom(written).status());
            return statuses;
        }

        private float[][] step(float[][] hidden, KvPool.Place[] places) {
            int rows = hidden.length;
            Ops.Rows x = bench.putRows(hidden, WIDTH);
            attention(x, model.pool.view(bench, kv, places), rows);
            QuantizedRows normalized = room(rows, WIDTH);
            kernels.normalizeQuantize(new Ops.NormalizeQuantize(x, gain, normalized, rows));
            Ops.Rows inner = bench.roomForRows(rows, INNER);
            linear(matrix(WeightFormat.Q8_0, INNER, WIDTH, model.gateUp), normalized, inner, rows, Ops.Epilogue.SWIGLU);
            QuantizedRows quantized = room(rows, INNER);
            kernels.quantize(new Ops.Quantize(inner, quantized, rows));
            linear(matrix(WeightFormat.Q8_0, WIDTH, INNER, model.down), quantized, x, rows, Ops.Epilogue.ADD);
            Ops.Rows last = bench.roomForRows(rows, WIDTH);
            kernels.normalize(new Ops.Normalize(x, gain, last, WIDTH, rows));
            logits = bench.roomForRows(rows, VOCABULARY);
            Matrix matrix = matrix(WeightFormat.F16, VOCABULARY, WIDTH, model.head);
            kernels.linear(new Ops.Linear(matrix, new Ops.FloatInput(last), logits, rows, Ops.Epilogue.STORE));
            return bench.readRows(logits, rows, VOCABULARY);
        }

        private void attention(Ops.Rows x, Ops.KvView view, int rows) {
            QuantizedRows normalized = room(rows, WIDTH);
            kernels.normalizeQuantize(new Ops.NormalizeQuantize(x, gain, normalized, rows));
            Ops.Rows qkv = bench.roomForRows(rows, SHAPE.qkvWidth());
            Matrix projection = matrix(WeightFormat.Q4_1, SHAPE.qkvWidth(), WIDTH, model.qkv);
            linear(projection, normalized, qkv, rows, Ops.Epilogue.STORE);
            kernels.rotateAndStore(
                    new Ops.RotateAndStore(qkv, SHAPE, Ops.HeadRules.plain(rotations, SHAPE), view, rows));
            Ops.Rows attended = bench.roomForRows(rows, SHAPE.qWidth());
            long scratch = bench.room(kernels.attendScratchBytes(SHAPE, rows, POSITIONS));
            kernels.attend(new Ops.Attend(qkv, SHAPE, Ops.ScoreRules.PLAIN, view, attended, rows, scratch));
            QuantizedRows quantized = room(rows, SHAPE.qWidth());
            kernels.quantize(new Ops.Quantize(attended, quantized, rows));
            linear(
                    matrix(WeightFormat.Q4_0, WIDTH, SHAPE.qWidth(), model.output),
                    quantized,
                    x,
                    rows,
                    Ops.Epilogue.ADD);
        }

        private QuantizedRows room(int rows, int width) {
            return new QuantizedRows(bench.room(QuantizedRows.bytes(rows, width)), rows, width);
        }

        private Matrix matrix(WeightFormat format, int outputs, int inputs, byte[] packed) {
            return new Matrix(format, outputs, inputs, bench.put(packed));
        }

        private void linear(Matrix matrix, QuantizedRows in, Ops.Rows out, int rows, Ops.Epilogue epilogue) {
            kernels.linear(new Ops.Linear(matrix, new Ops.QuantizedInput(in), out, rows, epilogue));
        }
    }
}
