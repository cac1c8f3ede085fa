package dev.troupe.protocol.node;

import java.util.List;

/// A node's own account of what it holds and does.
///
/// @param nodeId for example `node-1`
/// @param device for example `cpu/avx512`
/// @param numericsClass class of every reply of this node
/// @param models what is resident or on its way
/// @param memory the device's ledger
/// @param load what runs and waits now
/// @param counters totals since the node started, for metrics
public record NodeSnapshot(
        String nodeId,
        String device,
        String numericsClass,
        List<ModelResidence> models,
        MemoryUse memory,
        Load load,
        Counters counters) {
    public NodeSnapshot {
        models = List.copyOf(models);
    }

    /// Bytes of the device's ledger.
    public record MemoryUse(long totalBytes, long weightBytes, long kvBytes, long workspaceBytes) {
        public long freeBytes() {
            return totalBytes - weightBytes - kvBytes - workspaceBytes;
        }
    }

    /// @param runningSequences sequences that hold blocks
    /// @param waitingSequences sequences that were admitted and hold none yet
    /// @param usedBlocks KV blocks held
    /// @param totalBlocks KV blocks that could be held
    public record Load(int runningSequences, int waitingSequences, int usedBlocks, int totalBlocks) {}

    /// Totals since start.
    public record Counters(
            long steps,
            long mixedSteps,
            long prefillTokens,
            long decodeTokens,
            long finished,
            long cancelled,
            long failed,
            long stepNanos) {}
}
