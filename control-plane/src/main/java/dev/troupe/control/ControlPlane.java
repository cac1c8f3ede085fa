package dev.troupe.control;

import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.protocol.generate.NodeClient;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running gateway. Safe to use from any thread.
public final class ControlPlane implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);

    private final ApplicationContext context;
    private final EmbeddedServer server;

    private ControlPlane(ApplicationContext context, EmbeddedServer server) {
        this.context = context;
        this.server = server;
    }

    /// Listens when it returns.
    ///
    /// @throws UncheckedIOException with a {@link BindException} whose message is one plain line
    ///     when the address cannot be had, for example because the port is in use
    public static ControlPlane start(ControlPlaneConfig config, NodeClient node, ModelCatalog catalog) {
        ApplicationContext context = ApplicationContext.builder()
                .banner(false)
                .deduceEnvironment(false)
                .properties(properties(config))
                .singletons(config, node, catalog)
                .start();
        try {
            EmbeddedServer server = context.getBean(EmbeddedServer.class);
            server.start();
            LOG.info("gateway listens at {}", server.getURI());
            return new ControlPlane(context, server);
        } catch (RuntimeException e) {
            context.close();
            throw bindFailure(config, e);
        }
    }

    /// The address that clients use, for example `http://127.0.0.1:8080`.
    public URI url() {
        return server.getURI();
    }

    @Override
    public void close() {
        context.close();
    }

    private static Map<String, Object> properties(ControlPlaneConfig config) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("micronaut.server.host", config.host());
        properties.put("micronaut.server.port", config.port() == 0 ? -1 : config.port());
        properties.put("micronaut.server.max-request-size", config.limits().maxBodyBytes());
        return properties;
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
