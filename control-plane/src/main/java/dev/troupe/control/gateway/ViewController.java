package dev.troupe.control.gateway;

import dev.troupe.control.catalog.LiveCatalog;
import dev.troupe.control.dispatch.ReplyDesk;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.control.view.ResidenceJson;
import dev.troupe.protocol.generate.NodeClient;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.nio.charset.StandardCharsets;

/// Where the models are, and how it goes.
@Controller
@Produces(MediaType.ALL)
@ExecuteOn(TaskExecutors.BLOCKING)
final class ViewController {
    private static final MediaType PROMETHEUS = MediaType.of("text/plain; version=0.0.4; charset=utf-8");

    private final NodeClient node;
    private final LiveCatalog catalog;
    private final ReplyDesk desk;
    private final GatewayMetrics metrics;

    ViewController(NodeClient node, LiveCatalog catalog, ReplyDesk desk, GatewayMetrics metrics) {
        this.desk = desk;
        this.node = node;
        this.catalog = catalog;
        this.metrics = metrics;
    }

    @Get("/v1/ps")
    HttpResponse<?> residence(HttpRequest<?> request) {
        return Bodies.json(ResidenceJson.of(catalog.now(), Callers.viewer(request), node.snapshot(), desk::running));
    }

    @Get("/metrics")
    HttpResponse<?> metrics() {
        return HttpResponse.ok(metrics.text().getBytes(StandardCharsets.UTF_8)).contentType(PROMETHEUS);
    }
}
