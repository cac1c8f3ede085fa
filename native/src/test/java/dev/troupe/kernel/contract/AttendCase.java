package dev.troupe.kernel.contract;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import java.util.Arrays;

/// Queries at places of sequences whose blocks are filled.
record AttendCase(AttentionShape shape, Ops.ScoreRules rules, KvPool pool, float[][] q, KvPool.Place[] places)
        implements KernelContract.RowsCase {
    @Override
    public int rows() {
        return q.length;
    }

    @Override
    public float[][] run(Workbench bench, int from, int count) {
        KvPool.Placed placed = pool.place(bench);
        KvPool.Place[] chosen = Arrays.copyOfRange(places, from, from + count);
        Ops.KvView view = pool.view(bench, placed, chosen);
        // Queries lie in fused rows, so their stride is the wider one.
        Ops.Rows queries = bench.putRows(Arrays.copyOfRange(q, from, from + count), shape.qkvWidth());
        Ops.Rows out = bench.roomForRows(count, shape.qWidth() + from % 3);
        long scratch = bench.room(bench.kernels().attendScratchBytes(shape, count, longest(chosen)));
        bench.kernels().attend(new Ops.Attend(queries, shape, rules, view, out, count, scratch));
        return bench.readRows(out, count, shape.qWidth());
    }

    private static int longest(KvPool.Place[] places) {
        return Arrays.stream(places).mapToInt(KvPool.Place::position).max().orElseThrow() + 1;
    }

    /// One sequence whose rows stand at `first..last`, as in a slice of prefill.
    static AttendCase slice(TestData data, AttentionShape shape, int first, int last) {
        KvPool pool = new KvPool(shape, data, last + 1);
        pool.fill(data, 0, last + 1);
        KvPool.Place[] places = new KvPool.Place[last - first + 1];
        Arrays.setAll(places, i -> new KvPool.Place(0, first + i));
        return new AttendCase(shape, Ops.ScoreRules.PLAIN, pool, data.rows(places.length, shape.qWidth()), places);
    }

    /// One row each at the end of many sequences, as in decoding.
    static AttendCase decode(TestData data, AttentionShape shape, int... lengths) {
        KvPool pool = new KvPool(shape, data, lengths);
        KvPool.Place[] places = new KvPool.Place[lengths.length];
        for (int sequence = 0; sequence < lengths.length; sequence++) {
            pool.fill(data, sequence, lengths[sequence]);
            places[sequence] = new KvPool.Place(sequence, lengths[sequence] - 1);
        }
        return new AttendCase(shape, Ops.ScoreRules.PLAIN, pool, data.rows(places.length, shape.qWidth()), places);
    }

    AttendCase with(Ops.ScoreRules rules) {
        return new AttendCase(shape, rules, pool, q, places);
    }
}
