package dev.troupe.node.kv;

import dev.troupe.kernel.AttentionShape;
import dev.troupe.kernel.DeviceMemory;

/// How one model's blocks lie in memory. A block covers 16 positions of all layers, layer `l` at
/// `l * layerBlockBytes`; a slab holds whole blocks.
///
/// @param layers at least 1
/// @param layerBlockBytes one layer's part of one block
public record KvLayout(int layers, long layerBlockBytes) {
    /// A slab may leave at most this share of itself unused.
    private static final int WASTE_DIVISOR = 16;

    public KvLayout {
        if (layers < 1 || layerBlockBytes < 1) {
            throw new IllegalArgumentException(
                    "layers " + layers + ", layerBlockBytes " + layerBlockBytes + ": both must be positive");
        }
    }

    public static KvLayout of(int layers, AttentionShape shape) {
        return new KvLayout(layers, shape.layerBlockBytes());
    }

    /// Blocks that `positions` positions touch.
    public static int blocksFor(int positions) {
        return Math.ceilDiv(positions, AttentionShape.BLOCK);
    }

    public long blockBytes() {
        return Math.multiplyExact(layers, layerBlockBytes);
    }

    /// The smallest number of whole pages that holds a block and wastes at most a sixteenth.
    public long slabBytes() {
        long bytes = DeviceMemory.roundUp(blockBytes());
        while (bytes % blockBytes() > bytes / WASTE_DIVISOR) {
            bytes += DeviceMemory.PAGE_BYTES;
        }
        return bytes;
    }

    public int blocksPerSlab() {
        return Math.toIntExact(slabBytes() / blockBytes());
    }

    /// The most blocks that fit `bytes` of whole slabs.
    public int blocksIn(long bytes) {
        long slabs = Math.max(0, bytes) / slabBytes();
        return (int) Math.min(Integer.MAX_VALUE, slabs * blocksPerSlab());
    }
}
