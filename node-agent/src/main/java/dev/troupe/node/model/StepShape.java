package dev.troupe.node.model;

import dev.troupe.kernel.Draw;
import dev.troupe.protocol.generate.SamplingParams;
import dev.troupe.protocol.generate.StopTokens;

/// What one step of a model may be at most; its workspace is sized by it.
///
/// @param rows of one step
/// @param logitRows rows among them that need logits
/// @param positions of one sequence
public record StepShape(int rows, int logitRows, int positions) {
    /// Biases and bans of one sequence.
    static final int MAX_BIASES = SamplingParams.MAX_BIASES + StopTokens.MAX_IDS;

    static final long BIASES_BYTES = (long) MAX_BIASES * Draw.Biases.ENTRY_BYTES;

    public StepShape {
        if (rows < 1 || logitRows < 1 || logitRows > rows || positions < 1) {
            throw new IllegalArgumentException("rows " + rows + ", logitRows " + logitRows + ", positions " + positions
                    + ": all must be positive, logitRows at most rows");
        }
    }

    /// Room for all tokens of one sequence.
    long historyBytes() {
        return (long) positions * Integer.BYTES;
    }
}
