package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ImportProgress.Stage;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.ImagePacker;
import dev.troupe.store.image.Quantization;
import dev.troupe.store.source.TensorData;
import dev.troupe.store.spec.ModelDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;

/// One model on its way into the store. What is checked and packed is our own copy, since the
/// original may change under us.
final class ModelImport {
    private final Path source;
    private final Optional<Quantization> wish;
    private final FormatLimits limits;
    private final ImportProgress progress;
    private final ModelFiles files;

    ModelImport(Path source, Optional<Quantization> wish, FormatLimits limits, ImportProgress progress) {
        this.source = source;
        this.wish = wish;
        this.limits = limits;
        this.progress = progress;
        this.files = ModelFiles.of(source);
    }

    /// Refuses what is wrong, before any byte is copied. A vocabulary that no tokenizer can be made of
    /// is wrong too.
    void check() {
        ImagePacker.check(files.describe(limits), wish);
        files.text(limits);
    }

    /// Refuses what is wrong with the weights' directory.
    Digest inspect() {
        ImagePacker.check(files.describe(limits), wish);
        try {
            return ModelDigest.of(new FileDigests(files.all(limits), progress).hash(), wish);
        } catch (IOException e) {
            throw ServingException.causedBy(
                    ErrorCode.INVALID_MODEL_FILE, source.getFileName() + ": cannot be read: " + e, e);
        }
    }

    /// Builds the whole folder at `path`, durable but for the folder itself. A vocabulary that no
    /// tokenizer can be made of is refused first; making one costs too much to do it for files that
    /// are already stored.
    void build(Path path, Digest digest) throws IOException {
        files.text(limits);
        ModelFolder folder = new ModelFolder(Files.createDirectory(path));
        ModelFiles copy = files.in(path);
        Digest copied = ModelDigest.of(copyTo(copy), wish);
        if (!copied.equals(digest)) {
            throw ServingException.of(
                    ErrorCode.INVALID_MODEL_FILE,
                    source.getFileName() + ": changed while it was imported, from " + digest + " to " + copied);
        }
        ImageManifest manifest = pack(folder, copy);
        // Not before: meanwhile the disk has written most of it.
        for (ModelFiles.Named file : copy.all(limits)) {
            Durable.sync(file.path());
        }
        folder.writeManifest(manifest);
    }

    private SortedMap<String, Digest> copyTo(ModelFiles copy) throws IOException {
        FileDigests digests = new FileDigests(files.all(limits), progress);
        return switch (copy) {
            case ModelFiles.OneGguf(Path file) -> digests.copy(_ -> file);
            case ModelFiles.Folder(Path folder) -> {
                Files.createDirectory(folder);
                SortedMap<String, Digest> copied = digests.copy(folder::resolve);
                Durable.syncFolder(folder);
                yield copied;
            }
        };
    }

    private ImageManifest pack(ModelFolder folder, ModelFiles copy) throws IOException {
        ModelDescription model = copy.describe(limits);
        try (TensorData data = TensorData.onDisk()) {
            return ImagePacker.pack(
                    model, wish, data, folder.image(), (done, total) -> progress.at(Stage.PACK, done, total));
        }
    }
}
