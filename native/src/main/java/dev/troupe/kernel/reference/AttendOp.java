package dev.troupe.kernel.reference;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import java.util.Arrays;

final class AttendOp {
    private final ReferenceMemory memory;
    private final Ops.Attend op;
    private final AttentionShape shape;
    private final AttentionHead.Scoring scoring;

    AttendOp(ReferenceMemory memory, Ops.Attend op) {
        this.memory = memory;
        this.op = op;
        this.shape = op.shape();
        this.scoring = new AttentionHead.Scoring(shape.scale(), op.rules().softcap());
    }

    void run() {
        FloatRows q = new FloatRows(memory, op.q(), shape.qWidth());
        FloatRows out = new FloatRows(memory, op.out(), shape.qWidth());
        int[] positions = memory.ints(op.kv().positions(), op.rows());
        for (int row = 0; row < op.rows(); row++) {
            KvBlocks blocks = new KvBlocks(memory, shape, op.kv(), row);
            out.put(row, attend(q.get(row), blocks, positions[row]));
        }
    }

    private float[] attend(float[] q, KvBlocks blocks, int position) {
        int from = op.rules().firstSeen(position);
        int headSize = shape.headSize();
        int group = shape.heads() / shape.kvHeads();
        float[] out = new float[q.length];
        for (int kvHead = 0; kvHead < shape.kvHeads(); kvHead++) {
            float[][] k = blocks.readKeys(kvHead, from, position + 1);
            float[][] v = blocks.readValues(kvHead, from, position + 1);
            for (int head = kvHead * group; head < (kvHead + 1) * group; head++) {
                int start = head * headSize;
                float[] query = Arrays.copyOfRange(q, start, start + headSize);
                float[] result = new AttentionHead(query, scoring, k, v).attend(from);
                System.arraycopy(result, 0, out, start, headSize);
            }
        }
        return out;
    }
}
