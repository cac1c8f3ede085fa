package dev.troupe.control.gateway;

import dev.troupe.protocol.ServingException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;

/// Answers what was refused on purpose.
@Singleton
final class ServingFailureHandler implements ExceptionHandler<ServingException, HttpResponse<?>> {
    private final ErrorEnvelope envelope;

    ServingFailureHandler(ErrorEnvelope envelope) {
        this.envelope = envelope;
    }

    @Override
    @SuppressWarnings("rawtypes") // as Micronaut declares it
    public HttpResponse<?> handle(HttpRequest request, ServingException error) {
        return envelope.response(request, error);
    }
}
