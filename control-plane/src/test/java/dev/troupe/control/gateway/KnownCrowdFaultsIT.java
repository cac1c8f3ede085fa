package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import dev.troupe.control.limits.Limits;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Faults of one request that touched others, each named after its case in `docs/faults.md`.
final class KnownCrowdFaultsIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String COMPLETIONS = "/v1/completions";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"prompt\":\"\" | prompt has no tokens",
                "\"prompt\":[\"\"] | prompt has no tokens",
                "\"prompt\":[] | prompt is empty",
                "\"prompt\":[[]] | prompt has no tokens",
                "\"prompt\":[-1] | prompt[0] is -1; allowed is 0 to 2147483647",
                "\"prompt\":[257] | prompt[0] is 257; the model's token ids are 0 to 256",
                "\"prompt\":[4611686018427387903] | prompt[0] is 4611686018427387903; allowed is",
                "\"prompt\":\"a\",\"logit_bias\":{\"191222\":1} | logit_bias has the id 191222",
                "\"prompt\":\"a\",\"logit_bias\":{\"AI\":1} | logit_bias has the key 'AI'",
                "\"prompt\":\"a\",\"stop_token_ids\":[257] | stop_token_ids[0] is 257",
                "\"prompt\":\"a\",\"stop_token_ids\":[-1] | stop_token_ids[0] is -1",
                "\"prompt\":\"a\",\"temperature\":NaN | not valid JSON",
                "\"prompt\":\"a\",\"temperature\":1e400 | temperature is",
                "\"prompt\":\"a\",\"top_p\":0 | top_p is 0; allowed is above 0 up to 1",
                "\"prompt\":\"a\",\"repetition_penalty\":1e-300 | repetition_penalty is 1.0E-300; allowed is 0.01 to 10",
                "\"prompt\":\"a\",\"n\":100000 | n is 100000; allowed is 1 to 128"
            })
    void gw11ABadRequestIsRefusedByNameAndANeighbourGoesOn(String fields, String message) {
        try (Gateway gateway = Gateway.start();
                RawClient neighbour = new RawClient(gateway.url("/"))) {
            neighbour.post(CHAT, chat(",\"stream\":true"));
            FakeStream running = gateway.node().next();
            running.tokens("ab");
            HttpResponse<String> refused = gateway.post(COMPLETIONS, "{\"model\":\"smollm2\"," + fields + "}");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
            assertThat(refused.body()).contains(message);
            assertThat(gateway.node().hasNoRequest()).isTrue();
            running.tokens("c").finish(FinishReason.STOP);
            assertThat(neighbour.readUntil("[DONE]"))
                    .contains("\"content\":\"c\"")
                    .contains("id: 3\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"temperature\":1e-10", "\"temperature\":1e-4", "\"top_p\":1e-4", "\"temperature\":1e-300"})
    void gw11ATinyNumberIsServed(String field) {
        try (Gateway gateway = Gateway.start()) {
            gateway.node().saying("a");
            assertThat(gateway.post(CHAT, chat("," + field)).statusCode()).isEqualTo(200);
        }
    }

    /// Decoding, and before the first token: in the queue, in prefill or while the model loads, which
    /// are the same to a gateway.
    @ParameterizedTest
    @CsvSource({"'abc',true", "'abc',false", "'',true", "'',false"})
    void gw18AClientThatLeavesEndsItsWork(String tokensBefore, boolean streamed) {
        try (Gateway gateway = Gateway.start()) {
            FakeStream running;
            try (RawClient client = new RawClient(gateway.url("/"))) {
                client.post(CHAT, chat(",\"max_tokens\":400,\"stream\":" + streamed));
                running = gateway.node().next();
                running.tokens(tokensBefore);
            }
            running.awaitCancelled();
            Awaitility.await().untilAsserted(() -> assertThat(metrics(gateway)).contains(aborts(1)));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void gw18AClientThatLeavesAfterTheEndHasAbortedNothing(boolean streamed) {
        try (Gateway gateway = Gateway.start()) {
            gateway.node().saying("abc");
            FakeStream ended;
            try (RawClient client = new RawClient(gateway.url("/"))) {
                client.post(CHAT, chat(",\"stream\":" + streamed));
                client.readUntil(streamed ? "[DONE]" : "total_tokens");
                ended = gateway.node().next();
            }
            gateway.post(CHAT, chat(""));
            assertThat(ended.isCancelled()).isFalse();
            // An end is counted right after the client has it.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(metrics(gateway))
                            .contains("troupe_request_success_total{finished_reason=\"stop\"} 2.0"));
            assertThat(metrics(gateway))
                    .doesNotContain(aborts(1))
                    .doesNotContainPattern("troupe_request_failure_total\\{[^}]*\\} [1-9]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"wizard\",\"content\":\"x\"}]}",
                "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"raise\"}]}",
                "{\"model\":\"nobody\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}",
                "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"max_tokens\":1000}",
                "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}],\"n\":2}"
            })
    void gw20ARefusedRequestLeavesItsPlace(String body) {
        try (Gateway gateway = single()) {
            for (int i = 0; i < 3; i++) {
                assertThat(gateway.post(CHAT, body).statusCode()).isBetween(400, 499);
            }
            assertServes(gateway);
        }
    }

    @Test
    void gw20AStreamThatIsCutLeavesItsPlace() {
        try (Gateway gateway = single()) {
            FakeStream running;
            try (RawClient client = new RawClient(gateway.url("/"))) {
                client.post(CHAT, chat(",\"stream\":true"));
                running = gateway.node().next();
                running.tokens("a");
                client.readUntil("id: 1\n");
            }
            running.awaitCancelled();
            assertServes(gateway);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void gw20ANodeThatTimesOutLeavesThePlace(boolean streamed) {
        try (Gateway gateway = single()) {
            gateway.post(CHAT, chat(",\"stream\":" + streamed));
            gateway.node().next().awaitCancelled();
            assertServes(gateway);
        }
    }

    @Test
    void gw20ANodeThatRefusesLeavesThePlace() {
        try (Gateway gateway = single()) {
            gateway.node().refuseWith(ErrorCode.MODEL_UNAVAILABLE, "not now");
            assertThat(gateway.post(CHAT, chat("")).statusCode()).isEqualTo(503);
            assertThat(gateway.post(CHAT, chat("")).statusCode()).isEqualTo(503);
        }
    }

    /// One reply at a time; a node may be silent for a moment only.
    private static Gateway single() {
        return Gateway.start(config -> config.with(new Limits(1 << 20, 1 << 20, 64, 1, 100))
                .with(new StreamLimits(
                        8,
                        Duration.ofMillis(20),
                        Duration.ofMinutes(1),
                        Duration.ofMillis(200),
                        Duration.ofSeconds(5))));
    }

    /// One is served, and two at once still are not: the place was given back once.
    private static void assertServes(Gateway gateway) {
        gateway.node().saying("x");
        // A reply's thread gives its place back right after its client has heard the end.
        awaitServed(gateway);
        assertThat(gateway.post(CHAT, chat(",\"n\":2")).statusCode()).isEqualTo(400);
        gateway.node().playing(_ -> {});
        try (RawClient client = new RawClient(gateway.url("/"))) {
            client.post(CHAT, chat(",\"stream\":true"));
            client.readUntil("assistant");
            assertThat(gateway.post(CHAT, chat("")).statusCode()).isEqualTo(429);
        }
    }

    private static void awaitServed(Gateway gateway) {
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(gateway.post(CHAT, chat("")).statusCode()).isEqualTo(200));
    }

    private static String metrics(Gateway gateway) {
        return gateway.get("/metrics").body();
    }

    private static String aborts(int count) {
        return "troupe_request_success_total{finished_reason=\"abort\"} " + count;
    }

    private static String chat(String more) {
        return "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more + "}";
    }
}
