package dev.troupe.node.model;

/// What one step of a model may be at most; its workspace is sized by it.
///
/// @param rows of one step
/// @param logitRows rows among them that need logits
/// @param positions of one sequence
public record StepShape(int rows, int logitRows, int positions) {
    public StepShape {
        if (rows < 1 || logitRows < 1 || logitRows > rows || positions < 1) {
            throw new IllegalArgumentException("rows " + rows + ", logitRows " + logitRows + ", positions " + positions
                    + ": all must be positive, logitRows at most rows");
        }
    }
}
