package dev.troupe.store.text.piece;

/// What becomes of the places that a cutter looks for.
public enum Behavior {
    /// A piece of its own.
    ISOLATED,
    REMOVED,
    /// Joined to what stands before it.
    MERGED_WITH_PREVIOUS,
    /// Joined to what stands behind it.
    MERGED_WITH_NEXT,
    /// Neighbouring places are one piece.
    CONTIGUOUS
}
