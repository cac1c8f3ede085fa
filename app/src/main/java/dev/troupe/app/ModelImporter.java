package dev.troupe.app;

import dev.troupe.app.server.ModelWish;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ModelStore;
import dev.troupe.store.StoredModel;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Consumer;

/// Brings a model into the store and makes it something that can be asked for. Main thread.
final class ModelImporter {
    private final ModelStore store;
    private final Consumer<String> progress;

    ModelImporter(ModelStore store, Consumer<String> progress) {
        this.store = store;
        this.progress = progress;
    }

    /// @throws CliException `BAD_MODEL_FILE` when the file is at fault
    ServedModel serve(ModelWish wish) {
        try {
            StoredModel stored =
                    store.importFile(wish.file(), new ImportLines(wish.name(), progress, System::nanoTime));
            return new ServedModel(
                    wish.name(),
                    wish.aliases(),
                    wish.owner(),
                    stored.digest(),
                    stored.manifest().spec(),
                    store.text(stored),
                    Files.getLastModifiedTime(stored.image()).toInstant());
        } catch (ServingException e) {
            ExitCode code = e.code() == ErrorCode.INVALID_MODEL_FILE ? ExitCode.BAD_MODEL_FILE : ExitCode.FAILED;
            throw new CliException(code, "model " + wish.name() + " (" + wish.file() + "): " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "model " + wish.name() + ": " + e, e);
        }
    }
}
