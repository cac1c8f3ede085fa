package dev.troupe.control.gateway;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;

/// Whether this process lives, and whether it may be sent traffic. Both need no key.
@Controller("/health")
final class HealthController {
    @Get(value = "/liveness", produces = "application/json")
    String liveness() {
        return "{\"status\":\"UP\"}";
    }

    @Get(value = "/readiness", produces = "application/json")
    String readiness() {
        return "{\"status\":\"UP\"}";
    }
}
