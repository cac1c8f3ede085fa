package dev.troupe.control.gateway;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;

/// Bodies as bytes, both ways.
final class Bodies {
    private Bodies() {}

    /// The web server knows a missing body as `null`.
    static byte[] orEmpty(@Nullable byte[] body) {
        return body == null ? new byte[0] : body;
    }

    static MutableHttpResponse<byte[]> json(byte[] json) {
        return HttpResponse.ok(json).contentType(MediaType.APPLICATION_JSON_TYPE);
    }
}
