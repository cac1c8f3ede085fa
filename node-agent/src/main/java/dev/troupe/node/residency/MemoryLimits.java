package dev.troupe.node.residency;

/// Bounds of what models may take of a device.
///
/// @param kvShare share of the bytes left beside weights and workspaces that one model's blocks may
///     take, above 0 up to 1
/// @param maxBlocks most KV blocks of one model, whatever its share
/// @param maxContextLength most positions of one sequence, whatever the model allows
/// @param maxChunkBytes room for one chunk on its way to the device
/// @param maxModels models resident or loading
public record MemoryLimits(double kvShare, int maxBlocks, int maxContextLength, int maxChunkBytes, int maxModels) {
    public MemoryLimits {
        if (!(kvShare > 0 && kvShare <= 1)) {
            throw new IllegalArgumentException("kvShare is " + kvShare + "; allowed is above 0 up to 1");
        }
        atLeastOne("maxBlocks", maxBlocks);
        atLeastOne("maxContextLength", maxContextLength);
        atLeastOne("maxChunkBytes", maxChunkBytes);
        atLeastOne("maxModels", maxModels);
    }

    public static MemoryLimits defaults() {
        return new MemoryLimits(1.0, Integer.MAX_VALUE, 32_768, 64 << 20, 64);
    }

    public MemoryLimits withMaxBlocks(int blocks) {
        return new MemoryLimits(kvShare, blocks, maxContextLength, maxChunkBytes, maxModels);
    }

    private static void atLeastOne(String field, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(field + " is " + value + "; the least is 1");
        }
    }
}
