package dev.troupe.control.gateway;

import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.view.ModelsJson;
import dev.troupe.control.view.ResidenceJson;
import dev.troupe.protocol.generate.NodeClient;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.nio.charset.StandardCharsets;

/// What can be asked for, where it is, and how it goes.
@Controller
@Produces(MediaType.ALL)
@ExecuteOn(TaskExecutors.BLOCKING)
final class ViewController {
    private static final MediaType PROMETHEUS = MediaType.of("text/plain; version=0.0.4; charset=utf-8");

    private final NodeClient node;
    private final ModelCatalog catalog;
    private final GatewayMetrics metrics;

    ViewController(NodeClient node, ModelCatalog catalog, GatewayMetrics metrics) {
        this.node = node;
        this.catalog = catalog;
        this.metrics = metrics;
    }

    @Get("/v1/models")
    HttpResponse<?> models() {
        return Bodies.json(ModelsJson.list(catalog));
    }

    /// A name may hold a tenant and so a slash.
    @Get("/v1/models/{+id}")
    HttpResponse<?> model(@PathVariable String id) {
        return Bodies.json(ModelsJson.one(catalog.find(id)));
    }

    @Get("/v1/ps")
    HttpResponse<?> residence() {
        return Bodies.json(ResidenceJson.of(catalog, node.snapshot()));
    }

    @Get("/metrics")
    HttpResponse<?> metrics() {
        return HttpResponse.ok(metrics.text().getBytes(StandardCharsets.UTF_8)).contentType(PROMETHEUS);
    }
}
