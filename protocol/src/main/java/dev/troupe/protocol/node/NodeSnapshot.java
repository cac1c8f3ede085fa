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
/// @param times where its time went since then
public record NodeSnapshot(
        String nodeId,
        String device,
        String numericsClass,
        List<ModelResidence> models,
        MemoryUse memory,
        Load load,
        Counters counters,
        StepTimes times) {
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
    /// @param usedBlocks KV blocks held by sequences, a shared one counted once
    /// @param cachedBlocks KV blocks that nobody holds and that are kept for their content
    /// @param totalBlocks KV blocks that could be held
    public record Load(int runningSequences, int waitingSequences, int usedBlocks, int cachedBlocks, int totalBlocks) {}

    /// Totals since start.
    public record Counters(
            Steps steps, Ends ends, PrefixCache prefixCache, Preemptions preemptions, Speculation speculation) {
        public static Counters none() {
            return new Counters(
                    new Steps(0, 0, 0, 0, 0),
                    new Ends(0, 0, 0),
                    new PrefixCache(0, 0, 0),
                    new Preemptions(0, 0),
                    new Speculation(0, 0));
        }
    }

    /// @param count of steps
    /// @param mixed steps that held both prefill and decode
    /// @param prefillTokens rows of prompts, those computed again after a preemption included
    /// @param decodeTokens rows of decodes, rejected drafts not included
    /// @param nanos that steps took
    public record Steps(long count, long mixed, long prefillTokens, long decodeTokens, long nanos) {}

    /// How requests ended.
    public record Ends(long finished, long cancelled, long failed) {}

    /// @param hits admissions that found at least one block
    /// @param hitTokens positions they need not compute
    /// @param evictedBlocks cached blocks dropped for others
    public record PrefixCache(long hits, long hitTokens, long evictedBlocks) {}

    /// @param count sequences that lost their blocks and were queued again
    /// @param lostTokens positions they had computed and hold no longer
    public record Preemptions(long count, long lostTokens) {}

    /// @param proposedTokens drafts that were computed
    /// @param acceptedTokens those among them that were the token
    public record Speculation(long proposedTokens, long acceptedTokens) {}
}
