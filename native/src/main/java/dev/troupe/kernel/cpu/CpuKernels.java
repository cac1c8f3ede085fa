package dev.troupe.kernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.profile.OpClock;
import dev.troupe.kernel.profile.OpKind;
import dev.troupe.kernel.profile.OpTimes;
import java.lang.foreign.MemorySegment;

/// Counts each op and hands it to C. Shapes were checked when the op's record was made.
final class CpuKernels implements Kernels {
    private final long device;
    private final ArgumentBlock arguments;
    private final MemorySegment waitedNanos;
    private final OpClock clock = new OpClock();

    CpuKernels(long device, ArgumentBlock arguments) {
        this.device = device;
        this.arguments = arguments;
        this.waitedNanos = CpuSymbols.waitedNanos(device);
    }

    OpTimes times() {
        return clock.times();
    }

    @Override
    public void embed(Ops.Embed op) {
        arguments
                .start()
                .matrix(op.table(), 1)
                .number(op.tokenIds())
                .real(op.scale())
                .rows(op.out())
                .number(op.rows());
        run(CpuOp.EMBED, OpKind.EMBED, op);
    }

    @Override
    public void gather(Ops.Gather op) {
        arguments.start().rows(op.in()).number(op.rowIndices()).rows(op.out());
        arguments.number(op.width()).number(op.rows());
        run(CpuOp.GATHER, OpKind.GATHER, op);
    }

    @Override
    public void normalize(Ops.Normalize op) {
        arguments.start().rows(op.in()).gain(op.gain()).rows(op.out());
        arguments.number(op.width()).number(op.rows());
        run(CpuOp.NORMALIZE, OpKind.NORMALIZE, op);
    }

    @Override
    public void normalizeAdd(Ops.NormalizeAdd op) {
        arguments.start().rows(op.in()).gain(op.gain()).rows(op.out());
        arguments.number(op.width()).number(op.rows());
        run(CpuOp.NORMALIZE_ADD, OpKind.NORMALIZE_ADD, op);
    }

    @Override
    public void quantize(Ops.Quantize op) {
        arguments.start().rows(op.in()).quantized(op.out()).number(op.rows());
        run(CpuOp.QUANTIZE, OpKind.QUANTIZE, op);
    }

    @Override
    public void normalizeQuantize(Ops.NormalizeQuantize op) {
        arguments.start().rows(op.in()).gain(op.gain()).quantized(op.out()).number(op.rows());
        run(CpuOp.NORMALIZE_QUANTIZE, OpKind.NORMALIZE_QUANTIZE, op);
    }

    @Override
    public void linear(Ops.Linear op) {
        int halves = op.epilogue().isPaired() ? 2 : 1;
        arguments.start().matrix(op.weights(), halves).input(op.input()).rows(op.out());
        arguments.number(op.rows()).number(op.epilogue().ordinal());
        run(CpuOp.LINEAR, OpKind.linear(op.weights().format()), op);
    }

    @Override
    public void activate(Ops.Activate op) {
        arguments.start().number(op.activation().ordinal()).rows(op.gate()).rows(op.up());
        arguments.rows(op.out()).number(op.width()).number(op.rows());
        run(CpuOp.ACTIVATE, OpKind.ACTIVATE, op);
    }

    @Override
    public void rotateAndStore(Ops.RotateAndStore op) {
        arguments.start().rows(op.qkv()).shape(op.shape()).headRules(op.rules());
        arguments.kv(op.kv()).number(op.rows());
        run(CpuOp.ROTATE_AND_STORE, OpKind.ROTATE_AND_STORE, op);
    }

    @Override
    public void attend(Ops.Attend op) {
        arguments.start().rows(op.q()).shape(op.shape()).scoreRules(op.rules()).kv(op.kv());
        arguments.rows(op.out()).number(op.rows()).number(op.scratch());
        run(CpuOp.ATTEND, OpKind.ATTEND, op);
    }

    @Override
    public void softcap(Ops.Softcap op) {
        arguments.start().rows(op.target()).real(op.cap());
        arguments.number(op.width()).number(op.rows());
        run(CpuOp.SOFTCAP, OpKind.SOFTCAP, op);
    }

    @Override
    public void sample(Ops.Sample op) {
        arguments.start().rows(op.logits()).number(op.candidates());
        arguments.number(op.draws()).number(op.choices()).number(op.rows()).number(op.scratch());
        run(CpuOp.SAMPLE, OpKind.SAMPLE, op);
    }

    @Override
    public long attendScratchBytes(AttentionShape shape, int rows, int positions) {
        requirePositive("attention scratch", rows, positions);
        return CpuSymbols.attendScratchBytes(device, shape, rows, positions);
    }

    @Override
    public long sampleScratchBytes(int candidates, int rows) {
        requirePositive("sampling scratch", candidates, rows);
        return CpuSymbols.sampleScratchBytes(device, candidates, rows);
    }

    private static void requirePositive(String what, int first, int second) {
        if (first < 1 || second < 1) {
            throw new KernelException(what + " for " + first + " x " + second + ": must be positive");
        }
    }

    private void run(CpuOp op, OpKind kind, Record described) {
        long start = System.nanoTime();
        long waited = waitedNanos.get(JAVA_LONG, 0);
        int status = CpuSymbols.op(device, op.ordinal(), arguments.address(), arguments.bytes());
        clock.count(kind, start, waitedNanos.get(JAVA_LONG, 0) - waited);
        if (status != 0) {
            CpuSymbols.check(status, described.toString());
        }
    }
}
