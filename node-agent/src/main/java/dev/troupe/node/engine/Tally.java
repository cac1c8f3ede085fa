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

    void countNanos(long nanos) {
        stepNanos += nanos;
    }

    NodeSnapshot.Counters counters() {
        NodeSnapshot.Counters none = NodeSnapshot.Counters.none();
        return new NodeSnapshot.Counters(
                new NodeSnapshot.Steps(steps, mixedSteps, prefillTokens, decodeTokens, stepNanos),
                new NodeSnapshot.Ends(finished, cancelled, failed),
                none.prefixCache(),
                none.preemptions(),
                new NodeSnapshot.Speculation(proposedTokens, acceptedTokens));
    }
}
