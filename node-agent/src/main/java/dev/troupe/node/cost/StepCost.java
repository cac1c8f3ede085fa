package dev.troupe.node.cost;

/// Predicted seconds of a step of few rows: a line through what was measured. A step reads all
/// weights once (`fixedSeconds`) and computes each row (`rowSeconds`).
///
/// @param fixedSeconds above 0
/// @param rowSeconds above 0
public record StepCost(double fixedSeconds, double rowSeconds) {
    public double seconds(int rows) {
        return fixedSeconds + rows * rowSeconds;
    }
}
