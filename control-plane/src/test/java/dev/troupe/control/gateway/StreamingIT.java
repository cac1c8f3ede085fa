package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class StreamingIT {
    private static Gateway gateway;

    @BeforeAll
    static void start() {
        gateway = Gateway.start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void aChatIsStreamedByteForByteAsClientsExpect() {
        gateway.node().saying("né");
        HttpResponse<String> response =
                gateway.post("/v1/chat/completions", chat(",\"seed\":7,\"stream_options\":{\"include_usage\":true}"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(response.headers().firstValue("X-Troupe-Seed")).hasValue("7");
        assertThat(response.headers().firstValue("X-Troupe-Node")).hasValue("node-1");
        assertThat(response.headers().firstValue("X-Troupe-Start")).hasValue("hot");
        assertThat(response.headers().firstValue("X-Troupe-Model")).hasValue("smollm2:135m#sha256:" + "a".repeat(64));
        assertThat(withoutHead(response.body())).isEqualTo("""
                data: {HEAD"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"usage":null}

                id: 1
                data: {HEAD"choices":[{"index":0,"delta":{"content":"n"},"logprobs":null,"finish_reason":null}],"usage":null}

                id: 3
                data: {HEAD"choices":[{"index":0,"delta":{"content":"é"},"logprobs":null,"finish_reason":null}],"usage":null}

                data: {HEAD"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}],"usage":null}

                data: {HEAD"choices":[],"usage":{"prompt_tokens":8,"completion_tokens":4,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":0}}}

                data: [DONE]

                """);
    }

    @Test
    void aCompletionIsStreamedWithItsPromptWhenAsked() {
        gateway.node().saying("b");
        HttpResponse<String> response = gateway.post(
                "/v1/completions",
                "{\"model\":\"smollm2\",\"prompt\":\"a\",\"echo\":true,\"stream\":true,\"max_tokens\":1}");
        assertThat(withoutHead(response.body())).isEqualTo("""
                : ping
                id: 0
                data: {HEAD"choices":[{"index":0,"text":"a","logprobs":null,"finish_reason":null}]}

                id: 1
                data: {HEAD"choices":[{"index":0,"text":"b","logprobs":null,"finish_reason":null}]}

                data: {HEAD"choices":[{"index":0,"text":"","logprobs":null,"finish_reason":"length"}]}

                data: [DONE]

                """);
    }

    @Test
    void aStopStringEndsTheTextAndTheNodesStream() {
        FakeStream[] stream = new FakeStream[1];
        gateway.node().playing(started -> {
            stream[0] = started;
            started.tokens("ab\nUser: never");
        });
        String body = withoutHead(gateway.post("/v1/chat/completions", chat(",\"stop\":\"\\nUser\""))
                .body());
        assertThat(body)
                .contains("id: 2\n")
                .doesNotContain("id: 3")
                .doesNotContain("never")
                .contains("\"finish_reason\":\"stop\"")
                .endsWith("data: [DONE]\n\n");
        stream[0].awaitCancelled();
    }

    @Test
    void aFailureEndsTheStreamWithoutDone() {
        gateway.node().playing(stream -> {
            stream.tokens("a");
            stream.fail(ErrorCode.NUMERICS_FAILED, "a weight is NaN");
        });
        String body = gateway.post("/v1/chat/completions", chat("")).body();
        assertThat(body)
                .contains("\"content\":\"a\"")
                .endsWith("data: {\"error\":{\"message\":\"a weight is NaN\",\"type\":\"server_error\",\"param\":null,"
                        + "\"code\":\"numerics_failed\"}}\n\n")
                .doesNotContain("finish_reason\":\"")
                .doesNotContain("[DONE]");
    }

    @Test
    void aHeartbeatComesWhileThePromptIsComputed() {
        try (Gateway impatient = Gateway.start(config -> config.with(new StreamLimits(
                        8,
                        Duration.ofMillis(50),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(5))));
                RawClient client = new RawClient(impatient.url("/"))) {
            client.post("/v1/chat/completions", chat(""));
            FakeStream stream = impatient.node().next();
            client.readUntil(": ping\n");
            stream.tokens("x");
            stream.finish(FinishReason.LENGTH);
            assertThat(client.readUntil("[DONE]")).contains("id: 1\n");
        }
    }

    @Test
    void aNodeThatFallsSilentFailsTheStream() {
        try (Gateway impatient = Gateway.start(config -> config.with(new StreamLimits(
                8, Duration.ofMillis(50), Duration.ofMinutes(1), Duration.ofMillis(200), Duration.ofSeconds(5))))) {
            String body = impatient.post("/v1/chat/completions", chat("")).body();
            assertThat(body).contains("\"code\":\"model_unavailable\"").doesNotContain("[DONE]");
            impatient.node().next().awaitCancelled();
        }
    }

    @Test
    void closingTheGatewayEndsAStreamWithAnError() {
        try (Gateway closing = Gateway.start();
                RawClient client = new RawClient(closing.url("/"))) {
            client.post("/v1/chat/completions", chat(""));
            FakeStream stream = closing.node().next();
            client.readUntil("assistant");
            closing.plane().close();
            stream.awaitCancelled();
            assertThat(client.readAll()).contains("\"code\":\"shutting_down\"").doesNotContain("[DONE]");
        }
    }

    private static String chat(String more) {
        return "{\"model\":\"smollm2\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more
                + "}";
    }

    private static String withoutHead(String body) {
        return body.replaceAll(
                "\\{\"id\":\"(chatcmpl|cmpl)-[0-9a-f]{32}\",\"object\":\"(chat.completion.chunk|text_completion)\","
                        + "\"created\":\\d+,\"model\":\"smollm2:135m\",\"system_fingerprint\":\"portable-1-a{12}\",",
                "{HEAD");
    }
}
