package dev.troupe.control.models;

import dev.troupe.control.catalog.CatalogEntry;
import dev.troupe.control.catalog.CatalogEntry.Origin;
import dev.troupe.control.catalog.EntryState;
import dev.troupe.control.catalog.LiveCatalog;
import dev.troupe.control.catalog.PackingProgress;
import dev.troupe.control.catalog.Viewer;
import dev.troupe.control.keys.Caller;
import dev.troupe.control.models.ModelRecord.Failed;
import dev.troupe.control.models.ModelRecord.Packing;
import dev.troupe.control.models.ModelRecord.Ready;
import dev.troupe.control.models.ModelRecord.Retiring;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.Durable;
import dev.troupe.store.ModelStore;
import dev.troupe.store.WorkFolder;
import dev.troupe.store.blob.BlobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates and deletes models. Safe to use from any thread; what touches the disk runs on platform
/// threads of its own, of which there are few.
public final class ModelKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ModelKeeper.class);

    private final BlobStore blobs;
    private final LiveCatalog catalog;
    private final ModelLimits limits;
    private final InstantSource clock;
    private final ModelWorkshop workshop;
    private final RecordFolder folder;
    private final Shelf shelf;
    private final Packer packer;
    private final CheckPool checks;
    private final List<Runnable> recalled = new ArrayList<>();
    private volatile Optional<Retirement> retirement = Optional.empty();

    private ModelKeeper(RecordFolder folder, ModelStore store, BlobStore blobs, LiveCatalog catalog, Bounds bounds) {
        this.folder = folder;
        this.blobs = blobs;
        this.catalog = catalog;
        this.limits = bounds.limits();
        this.clock = bounds.clock();
        this.workshop = new ModelWorkshop(store);
        this.shelf = new Shelf(folder, catalog);
        this.packer = new Packer(shelf, folder, workshop);
        this.checks = new CheckPool(limits.maxWaiting(), limits.checkTimeout());
    }

    /// @param clock for the dates of models
    public record Bounds(ModelLimits limits, InstantSource clock) {}

    /// Brings back every model that was acknowledged before.
    ///
    /// @param root for records and unpacked files; on the file system of `blobs`
    /// @param catalog gets the models
    /// @throws IOException naming the file that cannot be read
    static ModelKeeper open(Path root, ModelStore store, BlobStore blobs, LiveCatalog catalog, Bounds bounds)
            throws IOException {
        ModelKeeper keeper = new ModelKeeper(RecordFolder.open(root), store, blobs, catalog, bounds);
        for (ModelRecord record : keeper.folder.list()) {
            try {
                keeper.recall(record);
            } catch (IllegalArgumentException e) {
                LOG.warn("model {} of {} is hidden: {}", record.name(), record.tenant(), e.getMessage());
            }
        }
        return keeper;
    }

    private void recall(ModelRecord record) {
        switch (record.state()) {
            case Packing() -> {
                PackingProgress progress = new PackingProgress(System::nanoTime);
                shelf.recall(record, Optional.of(new EntryState.Packing(progress)));
                recalled.add(() -> packer.pack(record, progress, this::retireUnused));
            }
            case Ready(Digest digest) -> shelf.recall(record, Optional.of(stored(record, digest)));
            case Failed(String reason) -> shelf.recall(record, Optional.of(new EntryState.Failed(reason)));
            case Retiring(Digest digest) -> {
                shelf.recall(record, Optional.empty());
                recalled.add(() -> retire(record, digest));
            }
        }
    }

    private EntryState stored(ModelRecord record, Digest digest) {
        try {
            return workshop.find(digest)
                    .<EntryState>map(stored -> new EntryState.Ready(workshop.serve(record, stored)))
                    .orElseGet(() -> new EntryState.Failed("its stored files are gone"));
        } catch (ServingException e) {
            LOG.error("model {} of {} cannot be read", record.name(), record.tenant(), e);
            return new EntryState.Failed("its stored files are damaged; push it again");
        }
    }

    /// Begins to pack, to give back and to sweep. Once.
    public void start(Serving serving) {
        Retirement begun = new Retirement(serving, catalog, workshop, packer, limits.drainTimeout());
        retirement = Optional.of(begun);
        recalled.forEach(Runnable::run);
        recalled.clear();
        begun.sweep(blobs, limits.sweepInterval());
    }

    /// What became of a request for a model.
    ///
    /// @param created false when it was there or on its way already
    public record Created(boolean created, CatalogEntry entry) {}

    /// Checks the files and acknowledges; they are packed afterwards.
    ///
    /// @throws ServingException naming the field or the file and the place in it; `CONFLICT` when the
    ///     name is taken; nothing is kept then but the uploaded files, for their grace
    public Created create(Caller caller, byte[] body) {
        NewModel wish = NewModel.parse(body, limits);
        ModelRecord record = new ModelRecord(
                tenant(caller, wish),
                wish.word(),
                caller.tenant(),
                wish.files(),
                wish.quantize(),
                clock.instant(),
                new Packing());
        return checks.call(() -> create(record));
    }

    private static String tenant(Caller caller, NewModel wish) {
        String tenant = wish.tenant().orElse(caller.tenant());
        boolean own = tenant.equals(caller.tenant());
        if (!own && !Viewer.of(caller).seesAll()) {
            throw ServingException.of(
                    ErrorCode.FORBIDDEN,
                    "name",
                    "name is of the tenant '" + tenant + "'; this key makes models of '" + caller.tenant() + "' only");
        }
        return tenant;
    }

    private Created create(ModelRecord record) throws IOException {
        Optional<Created> settled = settle(record);
        if (settled.isPresent()) {
            return settled.get();
        }
        try (WorkFolder work = folder.take()) {
            Path files = work.path().resolve("files");
            collect(files, record);
            workshop.check(files, record);
            return admit(files, record);
        }
    }

    /// @return what is there already; empty when the name is free
    private Optional<Created> settle(ModelRecord record) {
        boolean given = catalog.now()
                .at(record.tenant(), record.name())
                .filter(entry -> entry.origin() == Origin.START)
                .isPresent();
        return switch (CreateDecider.decide(record, shelf.at(record), given)) {
            case CreateDecider.Create() -> Optional.empty();
            case CreateDecider.Same(ModelRecord known) -> Optional.of(new Created(false, entry(known)));
            case CreateDecider.Refuse(String reason) ->
                throw ServingException.of(
                        ErrorCode.CONFLICT, "name", "name is '" + record.name() + "', which " + reason);
        };
    }

    private CatalogEntry entry(ModelRecord record) {
        return catalog.now().at(record.tenant(), record.name()).orElseThrow();
    }

    /// Puts the uploaded files under their paths; durable but for `files` itself.
    private void collect(Path files, ModelRecord record) throws IOException {
        Files.createDirectory(files);
        for (Map.Entry<String, Digest> file : record.files().entrySet()) {
            Path path = files.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            if (!blobs.link(record.owner(), file.getValue(), path)) {
                throw ModelFiles.wrong(file.getKey(), "has the digest " + file.getValue() + ", which was not uploaded");
            }
            Durable.syncFolder(path.getParent());
        }
    }

    private Created admit(Path files, ModelRecord record) throws IOException {
        synchronized (shelf) {
            Optional<Created> settled = settle(record);
            if (settled.isPresent()) {
                return settled.get();
            }
            checkRoom();
            folder.adopt(files, record);
            PackingProgress progress = new PackingProgress(System::nanoTime);
            shelf.put(record, new EntryState.Packing(progress));
            packer.pack(record, progress, this::retireUnused);
            return new Created(true, entry(record));
        }
    }

    private void checkRoom() {
        if (shelf.size() >= limits.maxModels()) {
            throw ServingException.of(ErrorCode.OVERLOADED, "there are " + shelf.size() + " models, as many as may be");
        }
        if (packer.waiting() >= limits.maxWaiting()) {
            throw ServingException.of(
                    ErrorCode.OVERLOADED, packer.waiting() + " models wait to be packed, as many as may");
        }
    }

    /// Takes a model away. It cannot be asked for from here on; replies in the making go on, and when
    /// the last has ended its memory and its files are given back.
    ///
    /// @return what was taken away
    /// @throws ServingException `MODEL_NOT_FOUND`; `CONFLICT` when it was given at the start;
    ///     `FORBIDDEN` when it is another tenant's
    public CatalogEntry delete(Viewer viewer, String name) {
        return checks.call(() -> {
            CatalogEntry entry = catalog.now().entry(viewer, name);
            if (entry.origin() == Origin.START) {
                throw ServingException.of(
                        ErrorCode.CONFLICT,
                        "model",
                        "the model '" + name + "' is served since the start of the server and goes when that stops");
            }
            if (!viewer.seesAll() && !entry.tenant().equals(viewer.tenant())) {
                throw ServingException.of(
                        ErrorCode.FORBIDDEN, "model", "the model '" + name + "' belongs to '" + entry.tenant() + "'");
            }
            delete(entry);
            return entry;
        });
    }

    private void delete(CatalogEntry entry) {
        synchronized (shelf) {
            ModelRecord like = new ModelRecord(
                    entry.tenant(),
                    entry.name(),
                    entry.owner(),
                    Map.of(),
                    Optional.empty(),
                    entry.created(),
                    new Packing());
            shelf.at(like).ifPresent(record -> {
                if (record.state() instanceof Ready(Digest digest)) {
                    ModelRecord retiring = record.with(new Retiring(digest));
                    shelf.retire(record, retiring);
                    retire(retiring, digest);
                } else {
                    shelf.forget(record);
                }
            });
        }
    }

    private void retire(ModelRecord retiring, Digest digest) {
        retirement.ifPresent(begun -> begun.retire(digest, () -> shelf.forget(retiring)));
    }

    private void retireUnused(Digest digest) {
        retirement.ifPresent(begun -> begun.retire(digest, () -> {}));
    }

    @Override
    public void close() {
        checks.close();
        retirement.ifPresent(Retirement::close);
        packer.close();
    }
}
