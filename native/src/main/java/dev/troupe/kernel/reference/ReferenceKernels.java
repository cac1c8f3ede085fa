package dev.troupe.kernel.reference;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Ops;

/// One op, one class.
final class ReferenceKernels implements Kernels {
    /// Nothing is used; callers still get an address to pass.
    private static final long SCRATCH_BYTES = 64;

    private final ReferenceMemory memory;

    ReferenceKernels(ReferenceMemory memory) {
        this.memory = memory;
    }

    @Override
    public void embed(Ops.Embed op) {
        new EmbedOp(memory).run(op);
    }

    @Override
    public void gather(Ops.Gather op) {
        int[] indices = memory.ints(op.rowIndices(), op.rows());
        FloatRows in = new FloatRows(memory, op.in(), op.width());
        FloatRows out = new FloatRows(memory, op.out(), op.width());
        for (int row = 0; row < op.rows(); row++) {
            out.put(row, in.get(indices[row]));
        }
    }

    @Override
    public void normalize(Ops.Normalize op) {
        RmsNorm norm = new RmsNorm(memory, op.gain(), op.width());
        FloatRows in = new FloatRows(memory, op.in(), op.width());
        FloatRows out = new FloatRows(memory, op.out(), op.width());
        for (int row = 0; row < op.rows(); row++) {
            out.put(row, norm.apply(in.get(row)));
        }
    }

    @Override
    public void quantize(Ops.Quantize op) {
        FloatRows in = new FloatRows(memory, op.in(), op.out().inputs());
        for (int row = 0; row < op.rows(); row++) {
            Int8Row.of(in.get(row)).store(memory, op.out(), row);
        }
    }

    @Override
    public void normalizeQuantize(Ops.NormalizeQuantize op) {
        RmsNorm norm = new RmsNorm(memory, op.gain(), op.out().inputs());
        FloatRows in = new FloatRows(memory, op.in(), op.out().inputs());
        for (int row = 0; row < op.rows(); row++) {
            Int8Row.of(norm.apply(in.get(row))).store(memory, op.out(), row);
        }
    }

    @Override
    public void linear(Ops.Linear op) {
        new LinearOp(memory, op).run();
    }

    @Override
    public void rotateAndStore(Ops.RotateAndStore op) {
        new RotateOp(memory, op).run();
    }

    @Override
    public void attend(Ops.Attend op) {
        new AttendOp(memory, op).run();
    }

    @Override
    public void sample(Ops.Sample op) {
        new SampleOp(memory, op).run();
    }

    @Override
    public long attendScratchBytes(AttentionShape shape, int rows, int positions) {
        return SCRATCH_BYTES;
    }

    @Override
    public long sampleScratchBytes(int vocabularySize, int rows) {
        return SCRATCH_BYTES;
    }
}
