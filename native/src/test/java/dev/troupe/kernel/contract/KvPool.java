package dev.troupe.kernel.contract;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.Ops;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/// KV blocks of some sequences in shuffled order, with a second layer beside them. All that no
/// position uses is NaN.
final class KvPool {
    private static final int LAYERS = 2;

    private final AttentionShape shape;
    private final int[][] blocks;
    private final ByteBuffer image;

    /// A row of a step: the sequence it belongs to and its position.
    record Place(int sequence, int position) {}

    /// The pool on a device.
    record Placed(long address, long[] tables) {}

    KvPool(AttentionShape shape, TestData data, int... lengths) {
        this.shape = shape;
        this.blocks = new int[lengths.length][];
        int total = 0;
        for (int sequence = 0; sequence < lengths.length; sequence++) {
            int count = Math.ceilDiv(lengths[sequence], AttentionShape.BLOCK);
            blocks[sequence] = IntStream.range(total, total + count).toArray();
            total += count;
        }
        shuffle(data, total);
        image = Workbench.buffer((int) (total * blockBytes()));
        Arrays.fill(image.array(), (byte) Workbench.UNTOUCHED);
    }

    private void shuffle(TestData data, int total) {
        int[] order = IntStream.range(0, total).toArray();
        for (int i = total - 1; i > 0; i--) {
            int other = data.below(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        for (int[] table : blocks) {
            Arrays.setAll(table, i -> order[table[i]]);
        }
    }

    /// Fills the first `count` positions of a sequence with keys and values.
    void fill(TestData data, int sequence, int count) {
        for (int position = 0; position < count; position++) {
            for (int kvHead = 0; kvHead < shape.kvHeads(); kvHead++) {
                for (int d = 0; d < shape.headSize(); d++) {
                    putKey(sequence, position, kvHead, d, data.half());
                    putValue(sequence, position, kvHead, d, data.half());
                }
            }
        }
    }

    void putKey(int sequence, int position, int kvHead, int d, short half) {
        image.putShort(keyAt(sequence, position, kvHead, d), half);
    }

    void putValue(int sequence, int position, int kvHead, int d, short half) {
        image.putShort(valueAt(sequence, position, kvHead, d), half);
    }

    double key(int sequence, int position, int kvHead, int d) {
        return Float.float16ToFloat(image.getShort(keyAt(sequence, position, kvHead, d)));
    }

    double value(int sequence, int position, int kvHead, int d) {
        return Float.float16ToFloat(image.getShort(valueAt(sequence, position, kvHead, d)));
    }

    private int keyAt(int sequence, int position, int kvHead, int d) {
        int offset = d * AttentionShape.BLOCK + position % AttentionShape.BLOCK;
        return (int) (head(sequence, position, kvHead) + offset * 2L);
    }

    private int valueAt(int sequence, int position, int kvHead, int d) {
        int keys = shape.headSize() * AttentionShape.BLOCK;
        int offset = keys + position % AttentionShape.BLOCK * shape.headSize() + d;
        return (int) (head(sequence, position, kvHead) + offset * 2L);
    }

    private long head(int sequence, int position, int kvHead) {
        int block = blocks[sequence][position / AttentionShape.BLOCK];
        return block * blockBytes() + layerOffsetBytes() + kvHead * (shape.headSize() * 64L);
    }

    private long blockBytes() {
        return LAYERS * shape.layerBlockBytes();
    }

    private long layerOffsetBytes() {
        return shape.layerBlockBytes();
    }

    Placed place(Workbench bench) {
        long address = bench.put(image.array());
        long[] tables = new long[blocks.length];
        for (int sequence = 0; sequence < blocks.length; sequence++) {
            tables[sequence] = bench.put(Arrays.stream(blocks[sequence])
                    .mapToLong(block -> address + block * blockBytes())
                    .toArray());
        }
        return new Placed(address, tables);
    }

    Ops.KvView view(Workbench bench, Placed placed, Place... rows) {
        long positions = bench.put(Arrays.stream(rows).mapToInt(Place::position).toArray());
        long tables = bench.put(Arrays.stream(rows)
                .mapToLong(row -> placed.tables()[row.sequence()])
                .toArray());
        return new Ops.KvView(positions, tables, layerOffsetBytes());
    }

    /// The whole pool, widened, one row a block.
    float[][] readBack(Workbench bench, Placed placed) {
        float[][] numbers = new float[(int) (image.capacity() / blockBytes())][(int) (blockBytes() / 2)];
        for (int block = 0; block < numbers.length; block++) {
            ByteBuffer bytes = bench.read(placed.address() + block * blockBytes(), (int) blockBytes());
            for (int i = 0; i < numbers[block].length; i++) {
                numbers[block][i] = Float.float16ToFloat(bytes.getShort());
            }
        }
        return numbers;
    }
}
