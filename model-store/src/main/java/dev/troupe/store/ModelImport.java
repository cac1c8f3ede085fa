package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ImportProgress.Stage;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.format.GgufData;
import dev.troupe.store.format.GgufFile;
import dev.troupe.store.format.GgufReader;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.ImagePacker;
import dev.troupe.store.spec.ModelDescription;
import dev.troupe.store.spec.ModelFamilies;
import dev.troupe.store.text.TextModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// One file on its way into the store. What is checked and packed is our own copy, since the
/// original may change under us.
final class ModelImport {
    private final Path source;
    private final FormatLimits limits;
    private final ImportProgress progress;

    ModelImport(Path source, FormatLimits limits, ImportProgress progress) {
        this.source = source;
        this.limits = limits;
        this.progress = progress;
    }

    /// Refuses what is wrong with the weights' directory before any byte is copied.
    Digest inspect() {
        ModelFamilies.describe(new GgufReader(limits).read(source));
        try {
            return new FileDigests(progress).hash(source);
        } catch (IOException e) {
            throw ServingException.causedBy(
                    ErrorCode.INVALID_MODEL_FILE, source.getFileName() + ": cannot be read: " + e, e);
        }
    }

    /// Builds the whole folder at `path`, durable but for the folder itself. A vocabulary that no
    /// tokenizer can be made of is refused first; making one costs too much to do it for files that
    /// are already stored.
    void build(Path path, Digest digest) throws IOException {
        TextModels.fromGguf(new GgufReader(limits).read(source));
        ModelFolder folder = new ModelFolder(Files.createDirectory(path));
        Digest copied = new FileDigests(progress).copy(source, folder.source());
        if (!copied.equals(digest)) {
            throw ServingException.of(
                    ErrorCode.INVALID_MODEL_FILE,
                    source.getFileName() + ": changed while it was imported, from " + digest + " to " + copied);
        }
        folder.writeManifest(pack(folder));
    }

    private ImageManifest pack(ModelFolder folder) throws IOException {
        GgufFile file = new GgufReader(limits).read(folder.source());
        ModelDescription model = ModelFamilies.describe(file);
        try (GgufData data = GgufData.open(file)) {
            return ImagePacker.pack(model, data, folder.image(), (done, total) -> progress.at(Stage.PACK, done, total));
        }
    }
}
