package dev.troupe.kernel.reference;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.profile.OpClock;
import dev.troupe.kernel.profile.OpKind;
import dev.troupe.kernel.profile.OpTimes;

/// One op, one class.
final class ReferenceKernels implements Kernels {
    /// Nothing is used; callers still get an address to pass.
    private static final long SCRATCH_BYTES = 64;

    private final ReferenceMemory memory;
    private final OpClock clock = new OpClock();

    ReferenceKernels(ReferenceMemory memory) {
        this.memory = memory;
    }

    OpTimes times() {
        return clock.times();
    }

    @Override
    public void embed(Ops.Embed op) {
        long start = System.nanoTime();
        new EmbedOp(memory).run(op);
        clock.count(OpKind.EMBED, start, 0);
    }

    @Override
    public void gather(Ops.Gather op) {
        long start = System.nanoTime();
        int[] indices = memory.ints(op.rowIndices(), op.rows());
        FloatRows in = new FloatRows(memory, op.in(), op.width());
        FloatRows out = new FloatRows(memory, op.out(), op.width());
        for (int row = 0; row < op.rows(); row++) {
            out.put(row, in.get(indices[row]));
        }
        clock.count(OpKind.GATHER, start, 0);
    }

    @Override
    public void normalize(Ops.Normalize op) {
        long start = System.nanoTime();
        RmsNorm norm = new RmsNorm(memory, op.gain(), op.width());
        FloatRows in = new FloatRows(memory, op.in(), op.width());
        FloatRows out = new FloatRows(memory, op.out(), op.width());
        for (int row = 0; row < op.rows(); row++) {
            out.put(row, norm.apply(in.get(row)));
        }
        clock.count(OpKind.NORMALIZE, start, 0);
    }

    @Override
    public void normalizeAdd(Ops.NormalizeAdd op) {
        long start = System.nanoTime();
        RmsNorm norm = new RmsNorm(memory, op.gain(), op.width());
        FloatRows in = new FloatRows(memory, op.in(), op.width());
        FloatRows out = new FloatRows(memory, op.out(), op.width());
        for (int row = 0; row < op.rows(); row++) {
            float[] sum = out.get(row);
            float[] added = norm.apply(in.get(row));
            for (int k = 0; k < sum.length; k++) {
                sum[k] = sum[k] + added[k];
            }
            out.put(row, sum);
        }
        clock.count(OpKind.NORMALIZE_ADD, start, 0);
    }

    @Override
    public void quantize(Ops.Quantize op) {
        long start = System.nanoTime();
        FloatRows in = new FloatRows(memory, op.in(), op.out().inputs());
        for (int row = 0; row < op.rows(); row++) {
            Int8Row.of(in.get(row)).store(memory, op.out(), row);
        }
        clock.count(OpKind.QUANTIZE, start, 0);
    }

    @Override
    public void normalizeQuantize(Ops.NormalizeQuantize op) {
        long start = System.nanoTime();
        RmsNorm norm = new RmsNorm(memory, op.gain(), op.out().inputs());
        FloatRows in = new FloatRows(memory, op.in(), op.out().inputs());
        for (int row = 0; row < op.rows(); row++) {
            Int8Row.of(norm.apply(in.get(row))).store(memory, op.out(), row);
        }
        clock.count(OpKind.NORMALIZE_QUANTIZE, start, 0);
    }

    @Override
    public void linear(Ops.Linear op) {
        long start = System.nanoTime();
        new LinearOp(memory, op).run();
        clock.count(OpKind.linear(op.weights().format()), start, 0);
    }

    @Override
    public void activate(Ops.Activate op) {
        long start = System.nanoTime();
        Activation activation = Activation.of(op.activation());
        FloatRows gate = new FloatRows(memory, op.gate(), op.width());
        FloatRows up = new FloatRows(memory, op.up(), op.width());
        FloatRows out = new FloatRows(memory, op.out(), op.width());
        for (int row = 0; row < op.rows(); row++) {
            float[] active = gate.get(row);
            float[] factor = up.get(row);
            for (int k = 0; k < active.length; k++) {
                active[k] = activation.of(active[k]) * factor[k];
            }
            out.put(row, active);
        }
        clock.count(OpKind.ACTIVATE, start, 0);
    }

    @Override
    public void rotateAndStore(Ops.RotateAndStore op) {
        long start = System.nanoTime();
        new RotateOp(memory, op).run();
        clock.count(OpKind.ROTATE_AND_STORE, start, 0);
    }

    @Override
    public void attend(Ops.Attend op) {
        long start = System.nanoTime();
        new AttendOp(memory, op).run();
        clock.count(OpKind.ATTEND, start, 0);
    }

    @Override
    public void softcap(Ops.Softcap op) {
        long start = System.nanoTime();
        FloatRows target = new FloatRows(memory, op.target(), op.width());
        for (int row = 0; row < op.rows(); row++) {
            float[] values = target.get(row);
            for (int k = 0; k < values.length; k++) {
                values[k] = Arithmetic.softcap(values[k], op.cap());
            }
            target.put(row, values);
        }
        clock.count(OpKind.SOFTCAP, start, 0);
    }

    @Override
    public void sample(Ops.Sample op) {
        long start = System.nanoTime();
        new SampleOp(memory, op).run();
        clock.count(OpKind.SAMPLE, start, 0);
    }

    @Override
    public long attendScratchBytes(AttentionShape shape, int rows, int positions) {
        return SCRATCH_BYTES;
    }

    @Override
    public long sampleScratchBytes(int candidates, int rows) {
        return SCRATCH_BYTES;
    }
}
