package dev.troupe.store.spec;

/// A model file as a family understands it: the hyper-parameters, and which tensor is what. Every
/// tensor's shape agrees with the spec.
///
/// @param tokenCount tokens of the file's vocabulary, at most the embedding's rows: those behind
///     are padding
public record ModelDescription(ModelSpec spec, int tokenCount, ModelTensors tensors) {}
