package dev.troupe.control.gateway;

import dev.troupe.control.dispatch.ReplyDesk;
import dev.troupe.control.error.ErrorResponses;
import dev.troupe.control.metrics.GatewayMetrics;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.ServingException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;
import java.time.Duration;

/// Puts every failure into the one envelope, ours and the web server's.
@Singleton
final class ErrorEnvelope implements ErrorResponseProcessor<byte[]> {
    private final GatewayMetrics metrics;
    private final ReplyDesk desk;

    ErrorEnvelope(GatewayMetrics metrics, ReplyDesk desk) {
        this.metrics = metrics;
        this.desk = desk;
    }

    @Override
    public MutableHttpResponse<byte[]> processResponse(ErrorContext context, MutableHttpResponse<?> response) {
        return fill(
                context.getRequest(),
                response,
                Failures.of(context.getRequest(), response.code(), context.getRootCause()));
    }

    /// Rounded up: who comes early is refused again.
    private static long wholeSeconds(Duration wait) {
        return Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
    }

    private Duration retryAfter(ServingException error) {
        return error.loading()
                .filter(loading -> loading.etaSeconds().isPresent())
                .map(loading -> Duration.ofSeconds(loading.etaSeconds().getAsLong()))
                .orElseGet(() -> desk.retryAfter(error.code()));
    }

    MutableHttpResponse<byte[]> response(HttpRequest<?> request, ServingException error) {
        return fill(request, HttpResponse.status(HttpStatus.OK), error);
    }

    private MutableHttpResponse<byte[]> fill(
            HttpRequest<?> request, MutableHttpResponse<?> response, ServingException error) {
        ErrorCode code = error.code();
        if (code != ErrorCode.CANCELLED) {
            metrics.failed(code);
        }
        MutableHttpResponse<byte[]> filled = response.status(code.httpStatus(), code.code())
                .contentType(MediaType.APPLICATION_JSON_TYPE)
                .body(ErrorResponses.body(error));
        BodyHold.release(request);
        RequestId.say(request, filled);
        if (code.retry() == ErrorCode.Retry.LATER) {
            filled.header("Retry-After", String.valueOf(wholeSeconds(retryAfter(error))));
        }
        if (code == ErrorCode.UNAUTHORIZED) {
            filled.header("WWW-Authenticate", "Bearer");
        }
        return filled;
    }
}
