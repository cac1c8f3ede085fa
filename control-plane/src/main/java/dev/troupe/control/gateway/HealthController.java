package dev.troupe.control.gateway;

import dev.troupe.control.view.Readiness;
import dev.troupe.protocol.generate.NodeClient;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import java.nio.charset.StandardCharsets;

/// Whether this process lives, and whether it may be sent traffic. Both need no key.
@Controller("/health")
@Produces(MediaType.ALL)
final class HealthController {
    private final NodeClient node;

    HealthController(NodeClient node) {
        this.node = node;
    }

    @Get("/liveness")
    HttpResponse<?> liveness() {
        return Bodies.json(status("UP"));
    }

    @Get("/readiness")
    HttpResponse<?> readiness() {
        return switch (Readiness.of(node.snapshot())) {
            case READY -> Bodies.json(status("UP"));
            case FAILED -> Bodies.json(status("DOWN")).status(HttpStatus.SERVICE_UNAVAILABLE);
        };
    }

    private static byte[] status(String word) {
        return ("{\"status\":\"" + word + "\"}").getBytes(StandardCharsets.UTF_8);
    }
}
