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
        FloatRows logits = new FloatRows(memory, op.logits(), op.vocabularySize());
        for (int row = 0; row < op.rows(); row++) {
            ByteBuffer draw = bytesOf(op.draws(), row, Draw.BYTES);
            Choice choice = choose(logits.get(row), Draw.readFrom(draw));
            choice.writeTo(bytesOf(op.choices(), row, Choice.BYTES));
        }
    }

    private ByteBuffer bytesOf(long start, int row, int bytes) {
        return memory.bytesAt(start + (long) row * bytes, bytes).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Choice choose(float[] logits, Draw draw) {
        float max = Float.NEGATIVE_INFINITY;
        boolean finite = true;
        for (float logit : logits) {
            finite &= logit < Float.POSITIVE_INFINITY;
            max = Arithmetic.max(max, logit);
        }
        if (!finite || max == Float.NEGATIVE_INFINITY) {
            return new Choice(Choice.Status.NOT_FINITE, 0, 0f, 0f, 0f, List.of());
        }
        Candidates candidates = new Candidates(logits);
        int token = switch (draw.mode()) {
            case GREEDY -> candidates.id(0);
            case GIVEN -> checked(draw.given(), logits.length);
            case DRAWN -> new Distribution(logits, max, draw.temperature()).draw(candidates, draw);
        };
        float sum = new Distribution(logits, max, 1f).sumById();
        return new Choice(Choice.Status.OK, token, logits[token], max + 0f, sum, top(logits, candidates, draw));
    }

    private static int checked(int given, int vocabularySize) {
        if (given < 0 || given >= vocabularySize) {
            throw new KernelException("sample: given token " + given + ", the vocabulary has " + vocabularySize);
        }
        return given;
    }

    private static List<Choice.Candidate> top(float[] logits, Candidates candidates, Draw draw) {
        List<Choice.Candidate> top = new ArrayList<>();
        for (int i = 0; i < Math.min(draw.topCount(), logits.length); i++) {
            int id = candidates.id(i);
            top.add(new Choice.Candidate(id, logits[id]));
        }
        return top;
    }
}
