package dev.troupe.control.gateway;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.exceptions.BufferLengthExceededException;
import io.micronaut.http.exceptions.ContentLengthExceededException;
import java.util.Optional;

/// The web server's own failures, in our words. Pure.
final class Failures {
    private Failures() {}

    /// @param status what the web server would answer
    static ServingException of(HttpRequest<?> request, int status, Optional<Throwable> cause) {
        for (Throwable inner = cause.orElse(null); inner != null; inner = inner.getCause()) {
            if (inner instanceof ServingException own) {
                return own;
            }
            if (inner instanceof ContentLengthExceededException || inner instanceof BufferLengthExceededException) {
                return ServingException.of(ErrorCode.PAYLOAD_TOO_LARGE, "the body is too large: " + inner.getMessage());
            }
        }
        String place = request.getMethodName() + " " + request.getPath();
        return switch (status) {
            case 404 -> ServingException.of(ErrorCode.NOT_FOUND, "there is no " + place);
            case 405 ->
                ServingException.of(
                        ErrorCode.METHOD_NOT_ALLOWED, "there is no " + place + "; the path has other methods");
            case 413 -> ServingException.of(ErrorCode.PAYLOAD_TOO_LARGE, "the body is too large");
            case 415 -> mediaType(request);
            default -> other(status);
        };
    }

    private static ServingException mediaType(HttpRequest<?> request) {
        String given =
                Optional.ofNullable(request.getHeaders().get("Content-Type")).orElse("");
        return ServingException.of(
                ErrorCode.UNSUPPORTED_MEDIA_TYPE,
                "Content-Type",
                "Content-Type is '" + given + "'; application/json is expected");
    }

    private static ServingException other(int status) {
        return status >= 400 && status < 500
                ? ServingException.of(ErrorCode.INVALID_REQUEST, "the request could not be read")
                : ServingException.of(ErrorCode.INTERNAL, "the gateway failed; its log says how");
    }
}
