package dev.troupe.node.residency;

import dev.troupe.kernel.Device;
import dev.troupe.node.engine.Engine;
import dev.troupe.node.engine.EngineLimits;
import dev.troupe.node.ledger.Ledger;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import dev.troupe.protocol.node.ModelResidence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Which models are on the device. `ensure` and `release` are decided here, one after another; what
/// is there can be read at any time without waiting for them.
public final class ModelResidency implements AutoCloseable {
    private final Site site;
    private final MemoryLimits limits;
    private final ModelAssembly assembly;
    private final WeightLoader loader;
    private final ThreadPoolExecutor loaderThread;
    private final Map<Digest, Residence> residences = new ConcurrentHashMap<>();
    private final Object decisions = new Object();
    private volatile boolean closed;

    private ModelResidency(
            Site site,
            MemoryLimits limits,
            ModelAssembly assembly,
            WeightLoader loader,
            ThreadPoolExecutor loaderThread) {
        this.site = site;
        this.limits = limits;
        this.assembly = assembly;
        this.loader = loader;
        this.loaderThread = loaderThread;
    }

    /// The device's side of what residency needs.
    public record Site(Device device, Ledger ledger, Engine engine) {}

    /// @param name of the loader's thread
    public static ModelResidency start(
            String name, Site site, ImageSource images, EngineLimits engineLimits, MemoryLimits limits) {
        ModelAssembly assembly = new ModelAssembly(site.device(), site.ledger(), images, engineLimits, limits);
        WeightLoader loader = new WeightLoader(site.device().memory(), site.ledger(), limits.maxChunkBytes());
        ThreadPoolExecutor loaderThread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(limits.maxModels()),
                Thread.ofPlatform().name(name).factory());
        return new ModelResidency(site, limits, assembly, loader, loaderThread);
    }

    /// Wishes a model here. Returns when it is here, or its place is made and its load has been
    /// queued. One that failed before is tried again.
    ///
    /// @throws ServingException `MODEL_NOT_FOUND`, `MODEL_UNAVAILABLE`, `OUT_OF_MEMORY` with the
    ///     numbers, `OVERLOADED` when as many models as allowed are here, `SHUTTING_DOWN`
    public void ensure(Digest model) {
        synchronized (decisions) {
            checkOpen();
            Residence known = residences.get(model);
            if (known == null || known.isFailed()) {
                Optional.ofNullable(known).ifPresent(Residence::awaitLoadEnd);
                residences.remove(model);
                admit(model);
            }
        }
    }

    /// What a request for `model` is checked against.
    ///
    /// @throws ServingException `MODEL_NOT_FOUND` when it is neither resident nor loading,
    ///     `MODEL_UNAVAILABLE` when its load failed, `SHUTTING_DOWN`
    public ServedModel served(Digest model) {
        checkOpen();
        Residence residence = residences.get(model);
        if (residence == null) {
            throw ServingException.of(ErrorCode.MODEL_NOT_FOUND, "model", "this node does not hold model " + model);
        }
        return residence.served();
    }

    /// Takes a model away; returns when everything it held was given back. Idempotent.
    public void release(Digest model) {
        synchronized (decisions) {
            Optional.ofNullable(residences.remove(model)).ifPresent(residence -> {
                residence.cancelLoad();
                if (loaderThread.remove(residence)) {
                    residence.loadNeverRuns();
                }
                residence.release("model " + model.shortHex() + " was released");
            });
        }
    }

    /// All models, in no order.
    public List<ModelResidence> list() {
        return residences.values().stream().map(Residence::snapshot).toList();
    }

    /// Releases all and stops the loader. Idempotent.
    @Override
    public void close() {
        synchronized (decisions) {
            closed = true;
            residences.values().forEach(Residence::cancelLoad);
            List.copyOf(residences.keySet()).forEach(this::release);
            loaderThread.shutdown();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw ServingException.of(ErrorCode.SHUTTING_DOWN, "the node is shutting down");
        }
    }

    private void admit(Digest model) {
        if (residences.size() >= limits.maxModels()) {
            throw ServingException.of(
                    ErrorCode.OVERLOADED, "this node holds " + limits.maxModels() + " models, as many as it may");
        }
        ModelAssembly.Assembled parts = assembly.assemble(model, site.engine()::wake);
        try {
            site.engine().attach(parts.forEngine());
        } catch (ServingException e) {
            parts.resources().close();
            throw e;
        }
        Residence residence = new Residence(model, parts, site.engine(), site.ledger(), loader);
        residences.put(model, residence);
        loaderThread.execute(residence);
    }
}
