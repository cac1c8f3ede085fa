package dev.troupe.kernel.reference;

import dev.troupe.kernel.Choice;
import dev.troupe.kernel.Draw;
import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.Ops;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

final class SampleOp {
    private final ReferenceMemory memory;
    private final Ops.Sample op;

    SampleOp(ReferenceMemory memory, Ops.Sample op) {
        this.memory = memory;
        this.op = op;
    }

    void run() {
        FloatRows logits = new FloatRows(memory, op.logits(), op.candidates());
        for (int row = 0; row < op.rows(); row++) {
            ByteBuffer draw = bytesOf(op.draws(), row, Draw.BYTES);
            Choice choice = choose(logits.get(row), Draw.readFrom(draw));
            choice.writeTo(bytesOf(op.choices(), row, Choice.BYTES));
        }
    }

    private ByteBuffer bytesOf(long start, int row, int bytes) {
        return memory.bytesAt(start + (long) row * bytes, bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    private Choice choose(float[] logits, Draw draw) {
        float max = max(logits);
        if (!Float.isFinite(max)) {
            return failed(Choice.Status.NOT_FINITE);
        }
        if (draw.mode() == Draw.Mode.GIVEN) {
            return scored(logits, max, checked(draw.given(), logits.length), draw.topCount());
        }
        float[] adjusted = new Adjusting(memory, draw.adjustment()).apply(logits);
        float largest = max(adjusted);
        if (largest == Float.NEGATIVE_INFINITY) {
            return failed(Choice.Status.NOTHING_LEFT);
        }
        if (!Float.isFinite(largest)) {
            return failed(Choice.Status.NOT_FINITE);
        }
        int token = draw.mode() == Draw.Mode.GREEDY
                ? new Candidates(adjusted).id(0)
                : new Weights(adjusted, largest, draw.cuts()).draw(draw.seed(), draw.position());
        return scored(logits, max, token, draw.topCount());
    }

    /// The largest; NaN when one is NaN or +infinity.
    private static float max(float[] logits) {
        float max = Float.NEGATIVE_INFINITY;
        boolean finite = true;
        for (float logit : logits) {
            finite &= logit < Float.POSITIVE_INFINITY;
            max = Arithmetic.max(max, logit);
        }
        return finite ? max + 0f : Float.NaN;
    }

    private static Choice failed(Choice.Status status) {
        return new Choice(status, 0, 0f, 0f, 0f, List.of());
    }

    private static Choice scored(float[] logits, float max, int token, int topCount) {
        float[] lanes = new float[Arithmetic.LANES];
        for (int id = 0; id < logits.length; id++) {
            lanes[id % Arithmetic.LANES] += Arithmetic.exp(logits[id] - max);
        }
        Candidates order = new Candidates(logits);
        List<Choice.Candidate> top = new ArrayList<>();
        for (int i = 0; i < Math.min(topCount, logits.length); i++) {
            top.add(new Choice.Candidate(order.id(i), logits[order.id(i)]));
        }
        return new Choice(Choice.Status.OK, token, logits[token], max, Arithmetic.tree(lanes), top);
    }

    private static int checked(int given, int candidates) {
        if (given < 0 || given >= candidates) {
            throw new KernelException("sample: given token " + given + " of " + candidates + " candidates");
        }
        return given;
    }
}
