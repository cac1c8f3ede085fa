package dev.troupe.kernel.reference;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import java.util.Arrays;
import java.util.Optional;

final class RotateOp {
    private final ReferenceMemory memory;
    private final Ops.RotateAndStore op;
    private final AttentionShape shape;

    RotateOp(ReferenceMemory memory, Ops.RotateAndStore op) {
        this.memory = memory;
        this.op = op;
        this.shape = op.shape();
    }

    void run() {
        FloatRows rows = new FloatRows(memory, op.qkv(), shape.qkvWidth());
        int[] positions = memory.ints(op.kv().positions(), op.rows());
        for (int row = 0; row < op.rows(); row++) {
            float[] qkv = rows.get(row);
            addBias(qkv);
            normalizeHeads(qkv);
            rotate(qkv, positions[row]);
            rows.put(row, qkv);
            store(qkv, positions[row], new KvBlocks(memory, shape, op.kv(), row));
        }
    }

    private void addBias(float[] qkv) {
        if (op.rules().bias().isPresent()) {
            float[] bias = memory.floats(op.rules().bias().getAsLong(), qkv.length);
            for (int i = 0; i < qkv.length; i++) {
                qkv[i] = qkv[i] + bias[i];
            }
        }
    }

    private void normalizeHeads(float[] qkv) {
        Optional<Ops.HeadNorms> norms = op.rules().norms();
        if (norms.isPresent()) {
            normalizeHeads(qkv, norms.get().query(), 0, shape.heads());
            normalizeHeads(qkv, norms.get().key(), shape.heads(), shape.heads() + shape.kvHeads());
        }
    }

    private void normalizeHeads(float[] qkv, Ops.Gain gain, int first, int end) {
        int headSize = shape.headSize();
        RmsNorm norm = new RmsNorm(memory, gain, headSize);
        for (int start = first * headSize; start < end * headSize; start += headSize) {
            float[] head = Arrays.copyOfRange(qkv, start, start + headSize);
            System.arraycopy(norm.apply(head), 0, qkv, start, headSize);
        }
    }

    private void rotate(float[] qkv, int position) {
        int headSize = shape.headSize();
        int rotated = op.rules().rotated();
        int half = rotated / 2;
        float[] rotation = memory.floats(op.rules().rotations() + (long) position * rotated * Float.BYTES, rotated);
        for (int head = 0; head < shape.heads() + shape.kvHeads(); head++) {
            for (int i = 0; i < half; i++) {
                float a = qkv[head * headSize + i];
                float b = qkv[head * headSize + half + i];
                float cos = rotation[i];
                float sin = rotation[half + i];
                qkv[head * headSize + i] = Math.fma(a, cos, -(b * sin));
                qkv[head * headSize + half + i] = Math.fma(a, sin, b * cos);
            }
        }
    }

    private void store(float[] qkv, int position, KvBlocks blocks) {
        int headSize = shape.headSize();
        for (int kvHead = 0; kvHead < shape.kvHeads(); kvHead++) {
            int key = (shape.heads() + kvHead) * headSize;
            int value = key + shape.kvHeads() * headSize;
            blocks.store(
                    position,
                    kvHead,
                    Arrays.copyOfRange(qkv, key, key + headSize),
                    Arrays.copyOfRange(qkv, value, value + headSize));
        }
    }
}
