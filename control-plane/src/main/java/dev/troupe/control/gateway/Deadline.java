package dev.troupe.control.gateway;

import dev.troupe.control.json.RequestReader;
import io.micronaut.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// How long a client waits for the end of its reply.
final class Deadline {
    static final String HEADER = "X-Request-Deadline-Ms";

    private static final int MAX_DIGITS = 9;
    private static final Pattern FORM = Pattern.compile("[1-9][0-9]{0," + (MAX_DIGITS - 1) + "}");

    private Deadline() {}

    /// @throws dev.troupe.protocol.ServingException when the header is not a number of milliseconds
    static Optional<Duration> of(HttpRequest<?> request) {
        return Optional.ofNullable(request.getHeaders().get(HEADER)).map(text -> {
            if (!FORM.matcher(text).matches()) {
                throw RequestReader.wrongAt(
                        HEADER, "is not a number of milliseconds: allowed is 1 to " + "9".repeat(MAX_DIGITS));
            }
            return Duration.ofMillis(Long.parseLong(text));
        });
    }
}
