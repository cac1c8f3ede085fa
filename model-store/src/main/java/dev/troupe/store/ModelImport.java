package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ImportProgress.Stage;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.image.ImageManifest;
import dev.troupe.store.image.ImagePacker;
import dev.troupe.store.image.Quantization;
import dev.troupe.store.source.Tasks;
import dev.troupe.store.source.TensorData;
import dev.troupe.store.spec.ModelDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/// One model on its way into the store. What is checked and packed is our own copy, since the
/// original may change under us.
final class ModelImport {
    private static final ThreadFactory SYNC =
            Thread.ofPlatform().name("troupe-sync").daemon().factory();

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
    void inspect() {
        ImagePacker.check(files.describe(limits), wish);
    }

    /// Of all its files.
    long bytes() {
        try {
            return ModelFiles.bytes(files.all(limits));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /// Reads every byte.
    Digest hash() {
        try {
            return ModelDigest.of(new FileDigests(files.all(limits), progress).hash(), wish);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private ServingException unreadable(IOException cause) {
        return ServingException.causedBy(
                ErrorCode.INVALID_MODEL_FILE, source.getFileName() + ": cannot be read: " + cause, cause);
    }

    /// Builds the whole folder at `path`, durable but for the folder itself. A vocabulary that no
    /// tokenizer can be made of is refused first; making one costs too much to do it for files that
    /// are already stored.
    ///
    /// @param expected what the files had when they were read before
    /// @return the model's digest
    Digest build(Path path, Optional<Digest> expected) throws IOException {
        files.text(limits);
        ModelFolder folder = new ModelFolder(Files.createDirectory(path));
        ModelFiles copy = files.in(path);
        Digest copied = ModelDigest.of(copyTo(copy), wish);
        if (expected.isPresent() && !copied.equals(expected.get())) {
            throw ServingException.of(
                    ErrorCode.INVALID_MODEL_FILE,
                    source.getFileName() + ": changed while it was imported, from " + expected.get() + " to " + copied);
        }
        try (ExecutorService disk = Executors.newSingleThreadExecutor(SYNC)) {
            Future<Void> durable = disk.submit(() -> sync(copy));
            ImageManifest manifest = pack(folder, copy);
            Tasks.await(durable);
            folder.writeManifest(manifest);
        }
        return copied;
    }

    private Void sync(ModelFiles copy) throws IOException {
        for (ModelFiles.Named file : copy.all(limits)) {
            Durable.sync(file.path());
        }
        return null;
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
