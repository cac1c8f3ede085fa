package dev.troupe.control.gateway;

import dev.troupe.control.admission.BodyRoom;
import dev.troupe.control.admission.RefusalReason;
import dev.troupe.control.dispatch.Ports;
import dev.troupe.control.keys.KeyRing;
import dev.troupe.control.limits.Limits;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import java.util.Optional;
import java.util.Set;

/// Every request passes here first, whatever its path: it gets an id, shows its key and states its
/// size before anything of its body is read. Runs on an event loop and does not block.
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
final class DoorFilter implements Ordered {
    private static final Set<String> OPEN_PATHS = Set.of("/health/liveness", "/health/readiness", "/openapi.yml");

    private static final String UPLOADS = "/v1/blobs/";

    private final KeyRing keys;
    private final Limits limits;
    private final Ports ports;
    private final BodyRoom bodies;
    private final GatewayMetrics metrics;

    DoorFilter(KeyRing keys, Limits limits, Ports ports, BodyRoom bodies, GatewayMetrics metrics) {
        this.keys = keys;
        this.limits = limits;
        this.ports = ports;
        this.bodies = bodies;
        this.metrics = metrics;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /// @throws ServingException when the request may not come in
    @RequestFilter
    void enter(HttpRequest<?> request) {
        RequestId id = RequestId.of(Optional.ofNullable(request.getHeaders().get(RequestId.HEADER)), ports.random());
        id.attachTo(request);
        if (!OPEN_PATHS.contains(request.getPath())) {
            Callers.attach(
                    keys.authenticate(Optional.ofNullable(request.getHeaders().get("Authorization"))), request);
        }
        id.complaint().ifPresent(complaint -> {
            throw complaint;
        });
        checkEncoding(Optional.ofNullable(request.getHeaders().get("Content-Encoding")));
        if (!isUpload(request)) {
            checkSize(request.getContentLength());
            hold(request);
        }
    }

    /// An upload is never held in memory; who takes it in has limits of its own.
    private static boolean isUpload(HttpRequest<?> request) {
        return request.getMethod() == HttpMethod.POST && request.getPath().startsWith(UPLOADS);
    }

    /// A body that does not state its size counts as large as one may be.
    private void hold(HttpRequest<?> request) {
        boolean stated = request.getContentLength() >= 0;
        boolean chunked = request.getHeaders().contains("Transfer-Encoding");
        long bytes = stated ? request.getContentLength() : chunked ? limits.maxBodyBytes() : 0;
        if (bytes == 0) {
            return;
        }
        try {
            BodyHold.attach(bodies.take(bytes), request);
        } catch (ServingException e) {
            metrics.refused(RefusalReason.BODIES);
            throw e;
        }
    }

    /// A small compressed body could unpack to a large one.
    private static void checkEncoding(Optional<String> encoding) {
        encoding.filter(name -> !name.equalsIgnoreCase("identity")).ifPresent(name -> {
            throw ServingException.of(
                    ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                    "Content-Encoding",
                    "Content-Encoding is '" + name + "'; only plain bodies are read");
        });
    }

    private void checkSize(long bodyBytes) {
        if (bodyBytes > limits.maxBodyBytes()) {
            throw ServingException.of(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    "the body has " + bodyBytes + " bytes; the limit is " + limits.maxBodyBytes());
        }
    }

    @ResponseFilter
    void leave(HttpRequest<?> request, MutableHttpResponse<?> response) {
        BodyHold.release(request);
        RequestId.say(request, response);
    }
}
