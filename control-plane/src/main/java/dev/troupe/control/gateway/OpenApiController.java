package dev.troupe.control.gateway;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// The description of all routes. Needs no key.
@Controller
@Produces(MediaType.ALL)
final class OpenApiController {
    private static final MediaType YAML = MediaType.of("application/yaml");

    private final byte[] document = read();

    @Get("/openapi.yml")
    HttpResponse<?> document() {
        return HttpResponse.ok(document).contentType(YAML);
    }

    private static byte[] read() {
        try (InputStream resource = OpenApiController.class.getResourceAsStream("openapi.yml")) {
            if (resource == null) {
                throw new IllegalStateException("openapi.yml is not in the jar");
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
