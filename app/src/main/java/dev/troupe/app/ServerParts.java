package dev.troupe.app;

import dev.troupe.app.server.ModelWish;
import dev.troupe.app.server.RunningServer;
import dev.troupe.app.server.ServerPlan;
import dev.troupe.cli.CliException;
import dev.troupe.cli.ExitCode;
import dev.troupe.control.ControlPlane;
import dev.troupe.control.ControlPlaneConfig;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.keys.ApiKey;
import dev.troupe.control.models.ManagedModels;
import dev.troupe.control.models.ModelKeeper;
import dev.troupe.control.models.ModelLimits;
import dev.troupe.kernel.Device;
import dev.troupe.kernel.KernelException;
import dev.troupe.kernel.select.DeviceConfig;
import dev.troupe.kernel.select.Devices;
import dev.troupe.node.agent.NodeAgent;
import dev.troupe.node.agent.NodeConfig;
import dev.troupe.protocol.ServingException;
import dev.troupe.store.ModelStore;
import dev.troupe.store.blob.BlobLimits;
import dev.troupe.store.blob.BlobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A device, a node on it and a control plane in front, in this process. Main thread.
final class ServerParts implements RunningServer {
    private static final String ADMIN_TENANT = "system";
    private static final String TENANT = "default";

    /// What was started, newest first.
    private final Deque<Runnable> closers = new ArrayDeque<>();

    private final Consumer<String> progress;
    private String deviceName = "";
    private URI url = URI.create("http://" + ServerPlan.HOST);

    private ServerParts(Consumer<String> progress) {
        this.progress = progress;
    }

    /// @param environment may cap the CPU level
    static RunningServer start(ServerPlan plan, Consumer<String> progress, Map<String, String> environment) {
        ServerParts parts = new ServerParts(progress);
        try {
            parts.start(plan, environment);
            return parts;
        } catch (RuntimeException e) {
            parts.close();
            throw told(e);
        }
    }

    private void start(ServerPlan plan, Map<String, String> environment) {
        ModelStore store = openStore(plan.store());
        List<ServedModel> models = new ArrayList<>();
        for (ModelWish wish : plan.models()) {
            models.add(new ModelImporter(store, progress).serve(wish));
        }
        ModelCatalog catalog = ModelCatalog.of(models);
        Device device = openDevice(plan, environment);
        NodeAgent node = NodeAgent.start(NodeConfig.defaults("node-1"), device, store);
        closers.push(node::close);
        models.forEach(model -> node.ensure(model.digest()));
        ControlPlane gateway =
                ControlPlane.start(gatewayConfig(plan), node.client(), openModels(plan.store(), catalog, store));
        closers.push(gateway::close);
        url = gateway.url();
    }

    private static ModelStore openStore(Path folder) {
        try {
            return ModelStore.open(folder);
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "cannot use the model store " + folder + ": " + e, e);
        }
    }

    private static ManagedModels openModels(Path folder, ModelCatalog given, ModelStore store) {
        try {
            BlobStore blobs = BlobStore.open(folder, BlobLimits.defaults(), InstantSource.system());
            ModelKeeper.Bounds bounds = new ModelKeeper.Bounds(ModelLimits.defaults(), InstantSource.system());
            return ManagedModels.open(folder.resolve("catalog"), given, store, blobs, bounds);
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "cannot use the store " + folder + ": " + e, e);
        }
    }

    private Device openDevice(ServerPlan plan, Map<String, String> environment) {
        Devices.Opened opened = Devices.open(new DeviceConfig(
                DeviceConfig.Kind.AUTO, DeviceConfig.levelCapOf(environment), plan.threads(), plan.memoryBytes()));
        closers.push(opened.device()::close);
        deviceName = opened.device().name() + ", threads: " + opened.device().threads();
        return opened.device();
    }

    private static ControlPlaneConfig gatewayConfig(ServerPlan plan) {
        return ControlPlaneConfig.of(
                        plan.port(),
                        List.of(
                                ApiKey.of(
                                        ApiKey.Role.ADMIN,
                                        ADMIN_TENANT,
                                        plan.keys().adminKey()),
                                ApiKey.of(
                                        ApiKey.Role.TENANT, TENANT, plan.keys().tenantKey())))
                .with(plan.secret());
    }

    /// What a user can do something about becomes one line; the rest stays what it is.
    private static RuntimeException told(RuntimeException problem) {
        return switch (problem) {
            case UncheckedIOException e
            when e.getCause() instanceof BindException ->
                new CliException(
                        ExitCode.PORT_BUSY, e.getCause().getMessage() + "; stop the other program or give --port N", e);
            case ServingException e -> new CliException(ExitCode.FAILED, "cannot start: " + e.getMessage(), e);
            case KernelException e -> new CliException(ExitCode.FAILED, "no device: " + e.getMessage(), e);
            case IllegalArgumentException e -> new CliException(ExitCode.USAGE, e.getMessage(), e);
            default -> problem;
        };
    }

    @Override
    public URI url() {
        return url;
    }

    @Override
    public String device() {
        return deviceName;
    }

    @Override
    public void close() {
        while (!closers.isEmpty()) {
            closers.pop().run();
        }
    }
}
