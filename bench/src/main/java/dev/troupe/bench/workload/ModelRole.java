package dev.troupe.bench.workload;

/// What a workload must know of a model.
///
/// @param name unique in the run
/// @param vocabularySize ids are below it
/// @param contextLength most positions of a request
/// @param weight share of the requests, against the other roles
/// @param heavy whether a token of it costs so much that prompts and slow levels are kept short
public record ModelRole(String name, int vocabularySize, int contextLength, int weight, boolean heavy) {}
