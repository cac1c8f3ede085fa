package dev.troupe.node.residency;

import dev.troupe.protocol.Digest;
import dev.troupe.store.image.ChunkSource;
import java.io.IOException;

/// Where images come from: the model store, or a fake.
@FunctionalInterface
public interface ImageSource {
    /// Opens the packed image of a model; the caller closes it.
    ///
    /// @throws dev.troupe.protocol.ServingException `MODEL_NOT_FOUND` when there is none
    /// @throws IOException when its directory cannot be read
    ChunkSource open(Digest model) throws IOException;
}
