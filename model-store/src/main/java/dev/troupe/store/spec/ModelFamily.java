package dev.troupe.store.spec;

import dev.troupe.store.format.GgufFile;

/// A way to read model files: one small class per family, which differ in names, keys and rules but
/// not in the decoder.
interface ModelFamily {
    /// The value of `general.architecture` that this family reads.
    String architecture();

    /// @throws dev.troupe.protocol.ServingException `INVALID_MODEL_FILE` when a key or tensor is
    ///     missing, contradicts another, or would change results in a way that is not built
    ModelDescription describe(GgufFile file);
}
