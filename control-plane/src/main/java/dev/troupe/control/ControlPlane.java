package dev.troupe.control;

import dev.troupe.control.admission.Admission;
import dev.troupe.control.admission.BodyRoom;
import dev.troupe.control.blobs.UploadDesk;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.dispatch.EnsuringNode;
import dev.troupe.control.dispatch.Ports;
import dev.troupe.control.dispatch.ReplyDesk;
import dev.troupe.control.keys.KeyRing;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.models.ManagedModels;
import dev.troupe.control.models.ModelKeeper;
import dev.troupe.control.models.Serving;
import dev.troupe.protocol.Digest;
import dev.troupe.protocol.generate.NodeClient;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.graceful.GracefulShutdownCapable;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running gateway. Safe to use from any thread.
public final class ControlPlane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);

    private static final long MAX_STREAMED_BYTES = 1L << 50;

    private final ReplyDesk desk;
    private final UploadDesk uploads;
    private final ManagedModels models;
    private final ApplicationContext context;
    private final EmbeddedServer server;
    private final Duration stopTimeout;

    private ControlPlane(Desks desks, ApplicationContext context, EmbeddedServer server, Duration stopTimeout) {
        this.stopTimeout = stopTimeout;
        this.desk = desks.replies();
        this.uploads = desks.uploads();
        this.models = desks.models();
        this.context = context;
        this.server = server;
    }

    private record Desks(ReplyDesk replies, UploadDesk uploads, ManagedModels models) {}

    /// Listens when it returns.
    ///
    /// @throws UncheckedIOException with a {@link BindException} whose message is one plain line
    ///     when the address cannot be had, for example because the port is in use
    public static ControlPlane start(ControlPlaneConfig config, NodeClient node, ModelCatalog catalog) {
        return start(config, node, ManagedModels.fixed(catalog));
    }

    /// As above, with models that come and go.
    public static ControlPlane start(ControlPlaneConfig config, NodeClient node, ManagedModels models) {
        return start(config, node, models, Ports.real());
    }

    static ControlPlane start(ControlPlaneConfig config, NodeClient given, ManagedModels models, Ports ports) {
        NodeClient node = new EnsuringNode(given);
        GatewayMetrics metrics = new GatewayMetrics(node);
        Admission admission = new Admission(
                config.limits().maxConcurrentReplies(), config.overload(), metrics::refused, ports.nanoTime());
        ReplyDesk desk = new ReplyDesk(
                node,
                models.catalog(),
                admission,
                new ReplyDesk.Bounds(config.limits(), config.stream()),
                metrics,
                ports);
        UploadDesk uploads = new UploadDesk(models.blobs());
        ApplicationContext context = ApplicationContext.builder()
                .banner(false)
                .deduceEnvironment(false)
                // Configuration comes from the caller only, not from variables that happen to be set.
                .environmentPropertySource(false)
                .properties(properties(config))
                .singletons(
                        config.limits(),
                        config.stream(),
                        new KeyRing(config.keys(), config.secret()),
                        node,
                        models.catalog(),
                        uploads,
                        models,
                        metrics,
                        ports,
                        new BodyRoom(config.overload().maxBodyBytesInFlight()),
                        desk)
                .start();
        try {
            EmbeddedServer server = context.getBean(EmbeddedServer.class);
            models.creating().ifPresent(keeper -> keeper.start(serving(node, desk)));
            server.start();
            LOG.info("gateway listens at {}", server.getURI());
            return new ControlPlane(
                    new Desks(desk, uploads, models),
                    context,
                    server,
                    config.stream().stopTimeout());
        } catch (RuntimeException e) {
            desk.close();
            uploads.close();
            models.creating().ifPresent(ModelKeeper::close);
            context.close();
            throw bindFailure(config, e);
        }
    }

    private static Serving serving(NodeClient node, ReplyDesk desk) {
        return new Serving() {
            @Override
            public int running(Digest model) {
                return desk.running(model);
            }

            @Override
            public void release(Digest model) {
                node.release(model);
            }
        };
    }

    /// The address that clients use, for example `http://127.0.0.1:8080`.
    public URI url() {
        return server.getURI();
    }

    /// Refuses new requests, ends the replies in the making with an error, lets connections write
    /// what they have and stops listening. Closing twice is the same as once.
    @Override
    public void close() {
        desk.close();
        uploads.close();
        models.creating().ifPresent(ModelKeeper::close);
        if (context.isRunning() && server instanceof GracefulShutdownCapable graceful) {
            awaitEnd(graceful.shutdownGracefully());
        }
        context.close();
    }

    private void awaitEnd(CompletionStage<?> connections) {
        try {
            connections.toCompletableFuture().get(stopTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("connections did not end within {}; they are cut", stopTimeout, e);
        }
    }

    private static Map<String, Object> properties(ControlPlaneConfig config) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("micronaut.server.host", config.host());
        properties.put("micronaut.server.port", config.port() == 0 ? -1 : config.port());
        // Uploads are streamed and have bounds of their own; every other body is read whole.
        properties.put("micronaut.server.max-request-size", MAX_STREAMED_BYTES);
        properties.put(
                "micronaut.server.max-request-buffer-size", config.limits().maxBodyBytes());
        // A reply may be silent for longer than the default of five minutes, up to our own limits.
        properties.put("micronaut.server.idle-timeout", idleSeconds(config) + "s");
        // A small compressed body could unpack to a large one.
        properties.put("micronaut.server.netty.request-decompression-enabled", false);
        return properties;
    }

    private static long idleSeconds(ControlPlaneConfig config) {
        return config.stream()
                        .silenceTimeout()
                        .plus(config.stream().stallTimeout())
                        .toSeconds()
                + 1;
    }

    private static RuntimeException bindFailure(ControlPlaneConfig config, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                BindException plain = new BindException(
                        "cannot listen on " + config.host() + ":" + config.port() + ": " + cause.getMessage());
                plain.initCause(failure);
                return new UncheckedIOException(plain);
            }
        }
        return failure;
    }
}
