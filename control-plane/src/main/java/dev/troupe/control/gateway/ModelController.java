package dev.troupe.control.gateway;

import dev.troupe.control.catalog.CatalogEntry;
import dev.troupe.control.catalog.ModelCatalog;
import dev.troupe.control.catalog.Viewer;
import dev.troupe.control.models.ManagedModels;
import dev.troupe.control.models.ModelKeeper.Created;
import dev.troupe.control.view.ModelsJson;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/// What can be asked for, and how it comes and goes. A name may hold a tenant and so a slash.
@Controller("/v1/models")
@Produces(MediaType.ALL)
@ExecuteOn(TaskExecutors.BLOCKING)
final class ModelController {
    private final ManagedModels models;

    ModelController(ManagedModels models) {
        this.models = models;
    }

    @Get
    HttpResponse<?> list(HttpRequest<?> request) {
        return Bodies.json(ModelsJson.list(models.catalog().now(), Callers.viewer(request)));
    }

    @Get("/{+id}")
    HttpResponse<?> one(HttpRequest<?> request, @PathVariable String id) {
        ModelCatalog catalog = models.catalog().now();
        Viewer viewer = Callers.viewer(request);
        return Bodies.json(ModelsJson.one(catalog, viewer, catalog.entry(viewer, id)));
    }

    @Post
    HttpResponse<?> create(HttpRequest<?> request, @Body @Nullable byte[] body) {
        Created created = models.keeper().create(Callers.of(request), Bodies.orEmpty(body));
        byte[] json = ModelsJson.one(models.catalog().now(), Callers.viewer(request), created.entry());
        return Bodies.json(json).status(created.created() ? HttpStatus.CREATED : HttpStatus.OK);
    }

    @Delete("/{+id}")
    HttpResponse<?> delete(HttpRequest<?> request, @PathVariable String id) {
        CatalogEntry gone = models.keeper().delete(Callers.viewer(request), id);
        return Bodies.json(ModelsJson.deleted(gone));
    }
}
