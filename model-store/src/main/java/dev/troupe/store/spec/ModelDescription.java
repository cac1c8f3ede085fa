package dev.troupe.store.spec;

/// A model file as a family understands it: the hyper-parameters, and which tensor is what. Every
/// tensor's shape agrees with the spec.
public record ModelDescription(ModelSpec spec, ModelTensors tensors) {}
