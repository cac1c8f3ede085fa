package dev.troupe.control.gateway;

import dev.troupe.control.json.RequestReader;
import dev.troupe.protocol.ServingException;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// What names a request in logs and to its client.
///
/// @param value the client's own, or a drawn one
/// @param complaint present when the client's own could not be taken
record RequestId(String value, Optional<ServingException> complaint) {
    static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = RequestId.class.getName();
    private static final int MAX_CHARACTERS = 128;
    private static final int DRAWN_BYTES = 16;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._:-]{1," + MAX_CHARACTERS + "}");

    static RequestId of(Optional<String> given, RandomGenerator random) {
        return given.filter(text -> FORM.matcher(text).matches())
                .map(text -> new RequestId(text, Optional.empty()))
                .orElseGet(() -> new RequestId(drawn(random), given.map(_ -> complaintAbout())));
    }

    /// Leaves it at the request, for everything that answers it.
    void attachTo(HttpRequest<?> request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /// Says it in a response, if the request has one.
    static void say(HttpRequest<?> request, MutableHttpResponse<?> response) {
        request.getAttribute(ATTRIBUTE, RequestId.class)
                .ifPresent(id -> response.getHeaders().set(HEADER, id.value()));
    }

    private static String drawn(RandomGenerator random) {
        byte[] bytes = new byte[DRAWN_BYTES];
        random.nextBytes(bytes);
        return "req-" + HexFormat.of().formatHex(bytes);
    }

    private static ServingException complaintAbout() {
        return RequestReader.wrongAt(
                HEADER, "is not an id: allowed is 1 to " + MAX_CHARACTERS + " letters, digits, '.', '_', ':' or '-'");
    }
}
