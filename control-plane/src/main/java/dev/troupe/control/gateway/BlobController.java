package dev.troupe.control.gateway;

import dev.troupe.control.blobs.UploadDesk;
import dev.troupe.control.blobs.UploadDesk.Taken;
import dev.troupe.control.json.JsonOut;
import dev.troupe.store.blob.BlobStore;
import dev.troupe.store.blob.Incoming;
import dev.troupe.store.blob.StoredBlob;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Head;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/// Files by digest. A path may hold slashes, so that what is no digest is told so.
@Controller("/v1/blobs")
@Produces(MediaType.ALL)
@Consumes(MediaType.ALL)
@ExecuteOn(TaskExecutors.BLOCKING)
final class BlobController {
    private final UploadDesk desk;

    BlobController(UploadDesk desk) {
        this.desk = desk;
    }

    @Head("/{+digest}")
    HttpResponse<?> size(HttpRequest<?> request, @PathVariable String digest) {
        StoredBlob blob = desk.find(Callers.of(request).tenant(), digest);
        return HttpResponse.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM_TYPE)
                .contentLength(blob.bytes());
    }

    @Post("/{+digest}")
    HttpResponse<?> take(HttpRequest<?> request, @PathVariable String digest, @Body @Nullable InputStream body)
            throws IOException {
        OptionalLong stated =
                request.getContentLength() < 0 ? OptionalLong.empty() : OptionalLong.of(request.getContentLength());
        Taken taken = take(request, digest, body == null ? InputStream.nullInputStream() : body, stated);
        return Bodies.json(json(taken.blob()))
                .status(taken.put() == BlobStore.Put.CREATED ? HttpStatus.CREATED : HttpStatus.OK);
    }

    /// What is not read is let go: else its sender would wait for room and not see the answer.
    private Taken take(HttpRequest<?> request, String digest, InputStream body, OptionalLong stated)
            throws IOException {
        try (body) {
            return desk.take(Callers.of(request).tenant(), digest, new Incoming(body, stated));
        }
    }

    private static byte[] json(StoredBlob blob) {
        return JsonOut.object(out -> {
            out.writeStringField("object", "blob");
            out.writeStringField("digest", blob.digest().value());
            out.writeNumberField("bytes", blob.bytes());
        });
    }
}
