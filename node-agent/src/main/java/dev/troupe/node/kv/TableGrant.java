package dev.troupe.node.kv;

/// The pool's answer to a wish for blocks.
public sealed interface TableGrant {
    record Granted(BlockTable table) implements TableGrant {}

    /// Others hold what is missing.
    record NotNow(int askedBlocks, int availableBlocks) implements TableGrant {}

    /// More than this pool may ever hold.
    record Never(int askedBlocks, int mostBlocks) implements TableGrant {}
}
