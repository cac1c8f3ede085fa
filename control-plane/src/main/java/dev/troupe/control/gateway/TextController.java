package dev.troupe.control.gateway;

import dev.troupe.control.catalog.LiveCatalog;
import dev.troupe.control.catalog.ServedModel;
import dev.troupe.control.dispatch.ReplyDesk;
import dev.troupe.control.json.JsonOut;
import dev.troupe.control.request.TextRequests;
import dev.troupe.control.request.TextRequests.Detokenize;
import dev.troupe.control.request.TextRequests.Tokenize;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.List;

/// Text to tokens and back.
@Controller
@Produces(MediaType.ALL)
@ExecuteOn(TaskExecutors.BLOCKING)
final class TextController {
    private final ReplyDesk desk;
    private final LiveCatalog catalog;

    TextController(ReplyDesk desk, LiveCatalog catalog) {
        this.desk = desk;
        this.catalog = catalog;
    }

    @Post("/tokenize")
    HttpResponse<?> tokenize(HttpRequest<?> http, @Body @Nullable byte[] body) {
        Tokenize request = TextRequests.tokenize(Bodies.orEmpty(body));
        ServedModel model = catalog.now().find(Callers.viewer(http), request.model());
        List<Integer> tokens = desk.tokenize(model, request);
        return Bodies.json(JsonOut.object(out -> {
            out.writeArrayFieldStart("tokens");
            for (int token : tokens) {
                out.writeNumber(token);
            }
            out.writeEndArray();
            out.writeNumberField("count", tokens.size());
            out.writeNumberField("max_model_len", model.spec().contextLength());
        }));
    }

    @Post("/detokenize")
    HttpResponse<?> detokenize(HttpRequest<?> http, @Body @Nullable byte[] body) {
        Detokenize request = TextRequests.detokenize(Bodies.orEmpty(body));
        String prompt = desk.detokenize(catalog.now().find(Callers.viewer(http), request.model()), request);
        return Bodies.json(JsonOut.object(out -> out.writeStringField("prompt", prompt)));
    }
}
