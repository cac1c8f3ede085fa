package dev.troupe.control.catalog;

/// Whether a model can be used.
public sealed interface EntryState {
    /// It can.
    record Ready(ServedModel model) implements EntryState {}

    /// It was checked; its weights are being packed.
    record Packing(PackingProgress progress) implements EntryState {}

    /// It could not be packed.
    record Failed(String reason) implements EntryState {}
}
