package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import dev.troupe.protocol.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is wrong, the answer has the one shape.
final class RefusalIT {
    private static final String CHAT = "/v1/chat/completions";

    private Gateway gateway;

    @BeforeEach
    void start() {
        gateway = Gateway.start();
    }

    @AfterEach
    void stop() {
        assertThat(gateway.node().hasNoRequest()).isTrue();
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/v1/nothing,404,not_found",
        "GET,/,404,not_found",
        "GET,/v1/chat/completions,405,method_not_allowed",
        "DELETE,/v1/models,405,method_not_allowed",
        "POST,/health/liveness,405,method_not_allowed",
        "GET,/v1/models/nobody,404,model_not_found",
        "GET,/v1/models/a%20b,400,invalid_request"
    })
    void pathsAndMethodsThatDoNotExistAreSaidSo(String method, String path, int status, String code) {
        HttpResponse<String> response = gateway.send(
                gateway.request(path).method(method, BodyPublishers.noBody()).build());
        assertError(response, status, code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    void anotherMediaTypeIsRefused(String type) {
        HttpRequest request = gateway.request(CHAT)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{}"))
                .build();
        JsonNode error = assertError(gateway.send(request), 415, "unsupported_media_type");
        assertThat(error.get("message").asText())
                .contains(type.split(";", -1)[0])
                .contains("application/json");
    }

    @Test
    void aBodyThatSaysItIsTooLargeIsRefusedBeforeItIsSent() {
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.head(CHAT, "Content-Length: 50000000");
            String answer = client.readUntil("}}");
            assertThat(answer).startsWith("HTTP/1.1 413 ").contains("50000000 bytes; the limit is 8388608");
        }
    }

    @Test
    void aLargeBodyOfUnknownLengthIsRefusedAtTheLimit() {
        HttpRequest request = gateway.request(CHAT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new Blanks(50_000_000)))
                .build();
        assertError(gateway.send(request), 413, "payload_too_large");
    }

    @Test
    void aBodyOfUnknownLengthBelowTheLimitIsRead() {
        HttpRequest request = gateway.request(CHAT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new Blanks(100_000)))
                .build();
        assertError(gateway.send(request), 400, "invalid_json");
    }

    @Test
    void aCompressedBodyIsNotUnpacked() {
        HttpRequest request = gateway.request(CHAT)
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(new byte[] {0x1f, (byte) 0x8b, 8, 0}))
                .build();
        assertError(gateway.send(request), 415, "unsupported_media_type");
    }

    @Test
    void brokenJsonIsRefusedWithItsPlace() {
        JsonNode error = assertError(gateway.post(CHAT, "{\"model\":\n  oops}"), 400, "invalid_json");
        assertThat(error.get("message").asText()).contains("line 2, column");
    }

    @Test
    void anEmptyBodyIsRefused() {
        assertError(gateway.post(CHAT, ""), 400, "invalid_json");
    }

    @Test
    void gw13ATemplateThatRaisesIsTheClientsFaultAndTakesNoSlot() {
        String body = "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"raise\"}]}";
        assertError(gateway.post(CHAT, body), 400, "template_failed");
    }

    @Test
    void anUnknownModelIsToldItsNeighbours() {
        String body = "{\"model\":\"smollm\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}";
        JsonNode error = assertError(gateway.post(CHAT, body), 404, "model_not_found");
        assertThat(error.get("message").asText()).contains("near names: smollm2");
        assertThat(error.get("param").asText()).isEqualTo("model");
    }

    @Test
    void aPromptThatIsTooLongIsToldTheNumbers() {
        String body = "{\"model\":\"smollm2\",\"prompt\":\"" + "x".repeat(600) + "\",\"max_tokens\":7}";
        JsonNode error = assertError(gateway.post("/v1/completions", body), 400, "context_length_exceeded");
        assertThat(error.get("message").asText())
                .isEqualTo("prompt has 600 tokens and max_tokens is 7; the model's context is 512 tokens");
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"OVERLOADED", "MODEL_LOADING", "OUT_OF_MEMORY", "SHUTTING_DOWN", "MODEL_UNAVAILABLE"})
    void aNodeThatRefusesForNowSaysWhenToComeBack(ErrorCode code) {
        gateway.node().refuseWith(code, "not now");
        for (String stream : new String[] {"true", "false"}) {
            HttpResponse<String> response = gateway.post(
                    CHAT,
                    "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"stream\":" + stream
                            + "}");
            assertError(response, code.httpStatus(), code.code());
            assertThat(response.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void aRequestIdIsGivenBackAlsoWithARefusal() {
        HttpRequest request =
                gateway.request("/v1/nothing").header("X-Request-Id", "my-id").build();
        assertThat(gateway.send(request).headers().firstValue("X-Request-Id")).hasValue("my-id");
        assertThat(gateway.get("/v1/nothing")
                        .headers()
                        .firstValue("X-Request-Id")
                        .orElse(""))
                .startsWith("req-");
    }

    @Test
    void aBadRequestIdIsRefused() {
        HttpRequest request = gateway.request("/v1/models")
                .header("X-Request-Id", "no spaces")
                .build();
        HttpResponse<String> response = gateway.send(request);
        assertError(response, 400, "invalid_request");
        assertThat(response.headers().firstValue("X-Request-Id").orElse("")).startsWith("req-");
    }

    private static JsonNode assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
        try {
            JsonNode error = new ObjectMapper().readTree(response.body()).get("error");
            assertThat(error.fieldNames()).toIterable().containsExactly("message", "type", "param", "code");
            assertThat(error.get("code").asText()).isEqualTo(code);
            return error;
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + response.body(), e);
        }
    }

    /// Blanks, which are JSON's beginning of anything.
    private static final class Blanks extends InputStream {
        private int left;

        Blanks(int count) {
            this.left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? ' ' : -1;
        }
    }
}
