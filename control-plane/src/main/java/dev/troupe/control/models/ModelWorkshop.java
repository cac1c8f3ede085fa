package dev.troupe.control.models;

import dev.troupe.control.catalog.ServedModel;
import dev.troupe.protocol.Digest;
import dev.troupe.store.ImportProgress;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Makes models of files: the one place that knows in which forms models come. Platform threads.
final class ModelWorkshop {
    private final ModelStore store;

    ModelWorkshop(ModelStore store) {
        this.store = store;
    }

    /// Reads what can be wrong with the files before anybody is told that they are fine.
    ///
    /// @param folder holds the record's files under their paths
    /// @throws dev.troupe.protocol.ServingException naming the file and the place
    void check(Path folder, ModelRecord record) {
        store.check(source(folder, record), record.quantize());
    }

    StoredModel pack(Path folder, ModelRecord record, ImportProgress progress) {
        return store.importModel(source(folder, record), record.quantize(), progress);
    }

    /// One file is a model of one file, whatever its path.
    private static Path source(Path folder, ModelRecord record) {
        return record.files().size() > 1
                ? folder
                : folder.resolve(record.files().keySet().iterator().next());
    }

    Optional<StoredModel> find(Digest digest) {
        return store.find(digest);
    }

    ServedModel serve(ModelRecord record, StoredModel stored) {
        return new ServedModel(
                record.name(),
                List.of(),
                record.owner(),
                stored.digest(),
                stored.manifest().spec(),
                store.text(stored),
                record.created());
    }

    void delete(Digest digest) {
        store.delete(digest);
    }
}
