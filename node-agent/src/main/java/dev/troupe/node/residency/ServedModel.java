package dev.troupe.node.residency;

/// What a request is checked against at the door.
///
/// @param tokenCount ids are below it
/// @param maxPositions of one sequence
/// @param maxBlocks that one sequence can ever be given
public record ServedModel(int tokenCount, int maxPositions, int maxBlocks) {}
