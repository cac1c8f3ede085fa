package dev.troupe.node.agent;

import dev.troupe.node.engine.EngineLimits;
import java.util.Objects;

/// Everything a node is told at its start.
///
/// @param nodeId for people, metrics and thread names, for example `node-1`
/// @param engine bounds of the engine
/// @param memory bounds of what a model may take
public record NodeConfig(String nodeId, EngineLimits engine, MemoryLimits memory) {
    public NodeConfig {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(memory, "memory");
        if (nodeId.isBlank()) {
            throw new IllegalArgumentException("nodeId is blank");
        }
    }

    public static NodeConfig defaults(String nodeId) {
        return new NodeConfig(nodeId, EngineLimits.defaults(), MemoryLimits.defaults());
    }

    public NodeConfig withEngine(EngineLimits limits) {
        return new NodeConfig(nodeId, limits, memory);
    }

    public NodeConfig withMemory(MemoryLimits limits) {
        return new NodeConfig(nodeId, engine, limits);
    }

    /// @param kvShare share of the bytes left beside weights and workspace that one model's blocks
    ///     may take, above 0 up to 1
    /// @param maxBlocks most KV blocks of one model, whatever its share
    /// @param maxContextLength most positions of one sequence, whatever the model allows
    /// @param stagingBytes room for one chunk on its way to the device
    /// @param maxModels models resident or loading
    public record MemoryLimits(double kvShare, int maxBlocks, int maxContextLength, int stagingBytes, int maxModels) {
        public MemoryLimits {
            if (!(kvShare > 0 && kvShare <= 1)) {
                throw new IllegalArgumentException("kvShare is " + kvShare + "; allowed is above 0 up to 1");
            }
            atLeastOne("maxBlocks", maxBlocks);
            atLeastOne("maxContextLength", maxContextLength);
            atLeastOne("stagingBytes", stagingBytes);
            atLeastOne("maxModels", maxModels);
        }

        public static MemoryLimits defaults() {
            return new MemoryLimits(1.0, Integer.MAX_VALUE, 32_768, 64 << 20, 64);
        }

        public MemoryLimits withMaxBlocks(int blocks) {
            return new MemoryLimits(kvShare, blocks, maxContextLength, stagingBytes, maxModels);
        }

        private static void atLeastOne(String field, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(field + " is " + value + "; the least is 1");
            }
        }
    }
}
