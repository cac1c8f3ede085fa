package dev.troupe.node.kv;

/// The pool's answer to a wish for blocks.
public sealed interface TableGrant {
    /// @param cachedBlocks first blocks of the table that hold what they should already
    record Granted(BlockTable table, int cachedBlocks) implements TableGrant {}

    /// Others hold what is missing.
    record NotNow(int askedBlocks, int availableBlocks) implements TableGrant {}

    /// More than this pool may ever hold.
    record Never(int askedBlocks, int mostBlocks) implements TableGrant {}
}
