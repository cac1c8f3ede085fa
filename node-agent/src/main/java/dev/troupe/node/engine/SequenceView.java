package dev.troupe.node.engine;

/// What the scheduler sees of a sequence.
///
/// @param pendingRows positions that could be computed now: 1 in a decode
/// @param scoresRows whether every row of its slice needs logits, and not only the last one
/// @param credited whether it may send a token
/// @param blocks what it asks for when it is admitted
record SequenceView(long id, Phase phase, int pendingRows, boolean scoresRows, boolean credited, int blocks) {
    enum Phase {
        PREFILL,
        DECODE
    }

    /// Rows with logits that a slice of `rows` rows costs.
    int logitRows(int rows) {
        if (scoresRows) {
            return rows;
        }
        return rows == pendingRows ? 1 : 0;
    }
}
