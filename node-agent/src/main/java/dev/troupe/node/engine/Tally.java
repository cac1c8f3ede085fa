package dev.troupe.node.engine;

import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.node.NodeSnapshot;

/// Counts what the engine did. Owned by its thread.
final class Tally {
    private long steps;
    private long mixedSteps;
    private long prefillTokens;
    private long decodeTokens;
    private long finished;
    private long cancelled;
    private long failed;
    private long stepNanos;
    private long proposedTokens;
    private long acceptedTokens;
    private long hits;
    private long hitTokens;
    private long preemptions;
    private long lostTokens;

    /// @param accepted drafts that were the token
    void countStep(Batch batch, int accepted) {
        int decodes = batch.decodes();
        int prefill = batch.rows() - decodes - batch.drafts();
        steps++;
        decodeTokens += decodes + accepted;
        prefillTokens += prefill;
        if (decodes > 0 && prefill > 0) {
            mixedSteps++;
        }
        proposedTokens += batch.drafts();
        acceptedTokens += accepted;
    }

    void countEnd(TokenEvent.Terminal terminal) {
        switch (terminal) {
            case TokenEvent.Finished _ -> finished++;
            case TokenEvent.Cancelled _ -> cancelled++;
            case TokenEvent.Failed _ -> failed++;
        }
    }

    /// @param cachedTokens positions that were found in the cache
    void countAdmission(int cachedTokens) {
        hits += cachedTokens > 0 ? 1 : 0;
        hitTokens += cachedTokens;
    }

    void countPreemption(int lost) {
        preemptions++;
        lostTokens += lost;
    }

    void countNanos(long nanos) {
        stepNanos += nanos;
    }

    /// @param evictedBlocks of all models
    NodeSnapshot.Counters counters(long evictedBlocks) {
        return new NodeSnapshot.Counters(
                new NodeSnapshot.Steps(steps, mixedSteps, prefillTokens, decodeTokens, stepNanos),
                new NodeSnapshot.Ends(finished, cancelled, failed),
                new NodeSnapshot.PrefixCache(hits, hitTokens, evictedBlocks),
                new NodeSnapshot.Preemptions(preemptions, lostTokens),
                new NodeSnapshot.Speculation(proposedTokens, acceptedTokens));
    }
}
