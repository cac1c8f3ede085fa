package dev.troupe.control.models;

import dev.troupe.control.catalog.LiveCatalog;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ModelStore;
import dev.troupe.store.blob.BlobStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The models of a gateway and the files they are made of.
///
/// @param catalog what can be asked for
/// @param blobs where uploads go; absent: none are taken
/// @param creating makes and deletes models; absent: there are those of the start and no others
public record ManagedModels(LiveCatalog catalog, Optional<BlobStore> blobs, Optional<ModelKeeper> creating) {
    /// Models that were given at the start, and no others.
    public static ManagedModels fixed(ModelCatalog catalog) {
        return new ManagedModels(new LiveCatalog(catalog), Optional.empty(), Optional.empty());
    }

    /// Models that were given at the start, those that were created before, and new ones.
    ///
    /// @param root for records; on the file system of `blobs`
    /// @throws IOException when `root` cannot be read
    public static ManagedModels open(
            Path root, ModelCatalog given, ModelStore store, BlobStore blobs, ModelKeeper.Bounds bounds)
            throws IOException {
        LiveCatalog catalog = new LiveCatalog(given);
        ModelKeeper keeper = ModelKeeper.open(root, store, blobs, catalog, bounds);
        return new ManagedModels(catalog, Optional.of(blobs), Optional.of(keeper));
    }

    /// @throws ServingException `UNSUPPORTED_PARAMETER` where models neither come nor go
    public ModelKeeper keeper() {
        return creating.orElseThrow(() -> ServingException.of(
                ErrorCode.UNSUPPORTED_PARAMETER, "this gateway has the models of its start and takes no others"));
    }
}
