package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.Gateway;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Closed by default: the table holds every route, and some that do not exist.
final class KeysIT {
    private static Gateway gateway;

    @BeforeAll
    static void start() {
        gateway = Gateway.start();
    }

    @AfterAll
    static void stop() {
        assertThat(gateway.node().hasNoRequest()).isTrue();
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/v1/chat/completions",
        "POST,/v1/completions",
        "GET,/v1/models",
        "GET,/v1/models/smollm2",
        "GET,/v1/ps",
        "POST,/tokenize",
        "POST,/detokenize",
        "GET,/metrics",
        "GET,/",
        "GET,/v1/nothing",
        "OPTIONS,/v1/chat/completions",
        "GET,/health",
        "GET,/health/liveness/",
        "GET,/health/../metrics",
        "GET,/health/liveness/../../metrics",
        "GET,/%6detrics",
        "GET,//metrics"
    })
    void withoutAKeyNothingOpens(String method, String path) {
        assertRefused(HttpRequest.newBuilder(gateway.url("/"))
                .uri(URI.create(gateway.url("/").toString().replaceAll("/$", "") + path))
                .method(method, BodyPublishers.ofString("{}")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "Bearer wrong", "Basic abc", "Bearer sk-test-tenan", "Bearer sk-test-tenant2"})
    void aWrongKeyOpensNothing(String header) {
        assertRefused(HttpRequest.newBuilder(gateway.url("/v1/models")).header("Authorization", header));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health/liveness", "/health/readiness"})
    void healthNeedsNoKey(String path) {
        HttpResponse<String> response =
                gateway.send(HttpRequest.newBuilder(gateway.url(path)).build());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"UP\"}");
    }

    @Test
    void bothRolesOpenTheDataPlane() {
        for (String key : new String[] {Gateway.KEY, Gateway.ADMIN_KEY}) {
            HttpRequest request = HttpRequest.newBuilder(gateway.url("/v1/models"))
                    .header("Authorization", "Bearer " + key)
                    .build();
            assertThat(gateway.send(request).statusCode()).isEqualTo(200);
        }
    }

    private static void assertRefused(HttpRequest.Builder request) {
        HttpResponse<String> response = gateway.send(request.build());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(401);
        assertThat(response.body())
                .contains("\"type\":\"authentication_error\"")
                .contains("\"code\":\"invalid_api_key\"");
        assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
    }
}
