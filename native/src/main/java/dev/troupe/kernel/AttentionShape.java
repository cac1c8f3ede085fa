package dev.troupe.kernel;

/// Heads of an attention layer and the block layout that follows from them.
///
/// Inside a block, one layer's part holds for each KV head `half K[headSize][16]` and then `half
/// V[16][headSize]`.
///
/// @param heads a multiple of `kvHeads`
/// @param headSize even, `2..256`
/// @param scale factor of each q.k product, usually 1/sqrt(headSize)
public record AttentionShape(int heads, int kvHeads, int headSize, float scale) {
    /// Positions in a block.
    public static final int BLOCK = 16;

    public static final int MAX_HEAD_SIZE = 256;

    public AttentionShape {
        if (kvHeads < 1 || heads < kvHeads || heads % kvHeads != 0) {
            throw new KernelException(heads + " heads over " + kvHeads + " KV heads: must divide evenly");
        }
        if (headSize < 2 || headSize > MAX_HEAD_SIZE || headSize % 2 != 0) {
            throw new KernelException("head size " + headSize + ": must be even, 2 to " + MAX_HEAD_SIZE);
        }
    }

    /// Width of a fused q, k, v row.
    public int qkvWidth() {
        return (heads + 2 * kvHeads) * headSize;
    }

    public int qWidth() {
        return heads * headSize;
    }

    /// Bytes of one layer's part of one block.
    public long layerBlockBytes() {
        return 2L * kvHeads * headSize * BLOCK * Short.BYTES;
    }
}
