package dev.troupe.control.models;

import dev.troupe.protocol.Digest;
import dev.troupe.store.image.Quantization;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What is written down of a model that was created by a request.
///
/// @param tenant whose it is
/// @param name name and tag
/// @param owner who brought it
/// @param files what it is made of, by path
/// @param quantize what its weights are turned into
/// @param created when it was acknowledged
/// @param state how far it is
record ModelRecord(
        String tenant,
        String name,
        String owner,
        Map<String, Digest> files,
        Optional<Quantization> quantize,
        Instant created,
        State state) {
    ModelRecord {
        files = new TreeMap<>(files);
    }

    /// How far a model is.
    sealed interface State {}

    /// Its files are here and were checked.
    record Packing() implements State {}

    /// @param digest of the stored model
    record Ready(Digest digest) implements State {}

    record Failed(String reason) implements State {}

    /// It was deleted; what it holds is still to be given back.
    ///
    /// @param digest of the stored model
    record Retiring(Digest digest) implements State {}

    ModelRecord with(State other) {
        return new ModelRecord(tenant, name, owner, files, quantize, created, other);
    }

    /// Whether both are made of the same in the same way.
    boolean isMadeOfThatOf(ModelRecord other) {
        return files.equals(other.files) && quantize.equals(other.quantize);
    }
}
