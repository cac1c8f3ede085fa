package dev.troupe.kernel.reference;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;

/// One layer's keys and values of one row's sequence, by position.
///
/// Inside a block each KV head has `half K[headSize][16]`, then `half V[16][headSize]`.
final class KvBlocks {
    private static final int BLOCK = AttentionShape.BLOCK;

    private final ReferenceMemory memory;
    private final int headSize;
    private final long layerOffsetBytes;
    private final long table;

    KvBlocks(ReferenceMemory memory, AttentionShape shape, Ops.KvView view, int row) {
        this.memory = memory;
        this.headSize = shape.headSize();
        this.layerOffsetBytes = view.layerOffsetBytes();
        this.table = memory.longs(view.tables() + (long) row * Long.BYTES, 1)[0];
    }

    void store(int position, int kvHead, float[] key, float[] value) {
        long keys = keys(position / BLOCK, kvHead);
        long values = values(position / BLOCK, kvHead);
        int slot = position % BLOCK;
        for (int d = 0; d < headSize; d++) {
            memory.putHalf(keys + (long) (d * BLOCK + slot) * Short.BYTES, Arithmetic.toHalf(key[d]));
            memory.putHalf(values + (long) (slot * headSize + d) * Short.BYTES, Arithmetic.toHalf(value[d]));
        }
    }

    /// Keys by position, widened: `from..end-1` and those that share a block with them.
    float[][] readKeys(int kvHead, int from, int end) {
        float[][] result = new float[end][headSize];
        for (int first = from / BLOCK * BLOCK; first < end; first += BLOCK) {
            short[] block = memory.halves(keys(first / BLOCK, kvHead), headSize * BLOCK);
            for (int slot = 0; slot < Math.min(BLOCK, end - first); slot++) {
                for (int d = 0; d < headSize; d++) {
                    result[first + slot][d] = Float.float16ToFloat(block[d * BLOCK + slot]);
                }
            }
        }
        return result;
    }

    /// Values by position, widened: `from..end-1` and those that share a block with them.
    float[][] readValues(int kvHead, int from, int end) {
        float[][] result = new float[end][headSize];
        for (int first = from / BLOCK * BLOCK; first < end; first += BLOCK) {
            short[] block = memory.halves(values(first / BLOCK, kvHead), headSize * BLOCK);
            for (int slot = 0; slot < Math.min(BLOCK, end - first); slot++) {
                for (int d = 0; d < headSize; d++) {
                    result[first + slot][d] = Float.float16ToFloat(block[slot * headSize + d]);
                }
            }
        }
        return result;
    }

    private long keys(int block, int kvHead) {
        long start = memory.longs(table + (long) block * Long.BYTES, 1)[0];
        return start + layerOffsetBytes + 2L * kvHead * headSize * BLOCK * Short.BYTES;
    }

    private long values(int block, int kvHead) {
        return keys(block, kvHead) + (long) headSize * BLOCK * Short.BYTES;
    }
}
