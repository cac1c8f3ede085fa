package dev.troupe.node.engine;

import dev.troupe.protocol.generate.TokenEvent;
import dev.troupe.protocol.node.NodeSnapshot;
import java.util.List;

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

    /// @param decodes slices among them that are decodes
    void countStep(List<StepInput.Slice> slices, int decodes) {
        int rows = slices.stream().mapToInt(slice -> slice.tokens().length).sum();
        steps++;
        decodeTokens += decodes;
        prefillTokens += rows - decodes;
        if (decodes > 0 && rows > decodes) {
            mixedSteps++;
        }
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
                none.speculation());
    }
}
