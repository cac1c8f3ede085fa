package dev.troupe.node.kv;

import java.util.Optional;

/// What is known of a block that is full and computed, and is never written again.
///
/// @param depth blocks before it in its chain
/// @param tokens the sixteen whose keys and values it holds; never changed
/// @param parent the block before it; empty at depth 0
record SealedBlock(ChainHash hash, PrefixChain.Root root, int depth, int[] tokens, Optional<Block> parent) {}
