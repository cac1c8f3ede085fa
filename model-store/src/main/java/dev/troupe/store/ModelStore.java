package dev.troupe.store;

import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.format.FormatLimits;
import dev.troupe.store.image.ChunkSource;
import dev.troupe.store.image.FileChunkSource;
import dev.troupe.store.image.Quantization;
import dev.troupe.store.text.TextModel;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Models on local disk, each in a folder named by the digest of its original files. Safe to use from
/// any thread, and by several processes at once. Imports copy and compute: call them from a platform
/// thread.
public final class ModelStore {
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{64}");

    private final Path models;
    private final Path incoming;
    private final FormatLimits limits;
    /// Bounds what imports of this process take of memory, disk and processor to one at a time.
    private final ReentrantLock packing = new ReentrantLock();

    private ModelStore(Path root, FormatLimits limits) {
        this.models = root.resolve("models");
        this.incoming = root.resolve("incoming");
        this.limits = limits;
    }

    public static ModelStore open(Path root) throws IOException {
        return open(root, FormatLimits.defaults());
    }

    /// Makes the store's folders where they are missing, and deletes what a killed process left.
    ///
    /// @throws IOException when `root` cannot be written
    public static ModelStore open(Path root, FormatLimits limits) throws IOException {
        ModelStore store = new ModelStore(root, limits);
        Files.createDirectories(store.models);
        Files.createDirectories(store.incoming);
        WorkFolder.clean(store.incoming);
        return store;
    }

    /// Reads what an import would refuse, and keeps nothing.
    ///
    /// @param source a GGUF file, a folder with one, or a folder with `config.json` and safetensors
    /// @throws ServingException `INVALID_MODEL_FILE` naming the file, the place in it and the problem
    public void check(Path source, Optional<Quantization> wish) {
        new ModelImport(source, wish, limits, ImportProgress.none()).check();
    }

    /// Imports without changing the weights.
    ///
    /// @throws ServingException as {@link #importModel}
    public StoredModel importFile(Path source, ImportProgress progress) {
        return importModel(source, Optional.empty(), progress);
    }

    /// Checks, copies and packs a model. One that is already stored is only read, to know it again. A
    /// failure leaves nothing behind.
    ///
    /// @param source a GGUF file, a folder with one, or a folder with `config.json` and safetensors
    /// @param wish to quantise; the same model with another wish is another model
    /// @throws ServingException `INVALID_MODEL_FILE` when the file is at fault (its
    ///     vocabulary too: a model that cannot be spoken to is refused here), `OVERLOADED` when
    ///     too many imports run, `INTERNAL` when the disk is
    public StoredModel importModel(Path source, Optional<Quantization> wish, ImportProgress progress) {
        ModelImport incomingModel = new ModelImport(source, wish, limits, progress);
        incomingModel.inspect();
        Optional<Digest> digest =
                mayBeStored(incomingModel.bytes()) ? Optional.of(incomingModel.hash()) : Optional.empty();
        packing.lock();
        try {
            Optional<StoredModel> known = digest.flatMap(this::findUndamaged);
            return known.isPresent() ? known.get() : store(incomingModel, digest);
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, "import of " + source.getFileName() + ": " + e, e);
        } finally {
            packing.unlock();
        }
    }

    /// Deletes a model; none is nothing to do. Who has its image open reads on.
    ///
    /// @throws ServingException `INTERNAL` when the disk is at fault
    public void delete(Digest digest) {
        Path path = folder(digest).path();
        packing.lock();
        try (WorkFolder work = WorkFolder.take(incoming)) {
            if (Files.isDirectory(path)) {
                Durable.rename(path, work.path().resolve("deleted"));
                Durable.syncFolder(models);
            }
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, "model " + digest + " cannot be deleted: " + e, e);
        } finally {
            packing.unlock();
        }
    }

    /// @throws ServingException `INTERNAL` when the model is stored but damaged; importing its file
    ///     again repairs it
    public Optional<StoredModel> find(Digest digest) {
        ModelFolder folder = folder(digest);
        if (!Files.isDirectory(folder.path())) {
            return Optional.empty();
        }
        try {
            return Optional.of(folder.read(digest));
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, "stored model " + digest + " is damaged: " + e, e);
        }
    }

    /// All models, by ascending digest: every folder that has a digest as its name.
    ///
    /// @throws ServingException `INTERNAL` when one is damaged
    public List<StoredModel> list() {
        List<StoredModel> all = new ArrayList<>();
        try (Stream<Path> folders = Files.list(models)) {
            for (Path folder : folders.sorted().toList()) {
                String name = folder.getFileName().toString();
                if (NAME.matcher(name).matches()) {
                    find(new Digest("sha256:" + name)).ifPresent(all::add);
                }
            }
            return List.copyOf(all);
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, models + " cannot be listed: " + e, e);
        }
    }

    /// The caller closes it.
    public ChunkSource openImage(StoredModel model) throws IOException {
        return FileChunkSource.open(model.manifest(), model.image());
    }

    /// Builds the model's tokenizer and template, which takes a while: keep the result.
    ///
    /// @throws ServingException `INVALID_MODEL_FILE` when the stored file was damaged
    public TextModel text(StoredModel model) {
        return ModelFiles.of(model.source()).text(limits);
    }

    /// Whether a model has as many bytes; only then is it worth a read of its own to know one again.
    private boolean mayBeStored(long bytes) {
        try (Stream<Path> folders = Files.list(models)) {
            return folders.anyMatch(folder -> new ModelFolder(folder).mayHave(bytes));
        } catch (IOException e) {
            throw ServingException.causedBy(ErrorCode.INTERNAL, models + " cannot be listed: " + e, e);
        }
    }

    /// @param expected what its files had when they were read; empty when they were not
    private StoredModel store(ModelImport incomingModel, Optional<Digest> expected) throws IOException {
        try (WorkFolder work = WorkFolder.take(incoming)) {
            Path built = work.path().resolve("new");
            Digest digest = incomingModel.build(built, expected);
            ModelFolder target = folder(digest);
            if (Files.exists(target.path()) && findUndamaged(digest).isEmpty()) {
                Durable.rename(target.path(), work.path().resolve("damaged"));
            }
            publish(built, target.path());
            return target.read(digest);
        }
    }

    /// Another process may have been faster; then its folder stays.
    private static void publish(Path built, Path target) throws IOException {
        try {
            Durable.rename(built, target);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    private Optional<StoredModel> findUndamaged(Digest digest) {
        try {
            return Optional.of(folder(digest).read(digest));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private ModelFolder folder(Digest digest) {
        return new ModelFolder(models.resolve(digest.hex()));
    }
}
