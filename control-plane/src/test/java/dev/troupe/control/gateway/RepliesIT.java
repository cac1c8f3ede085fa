package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.fake.RawClient;
import dev.troupe.control.limits.Limits;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import dev.troupe.protocol.node.ModelResidence.State;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Replies in one piece, and what the gateway tells about itself.
final class RepliesIT {
    private Gateway gateway;

    @BeforeEach
    void start() {
        gateway = Gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aChatIsAnsweredInOnePiece() {
        gateway.node().saying("Grüße \ud83d\ude80");
        HttpResponse<String> response =
                gateway.post("/v1/chat/completions", chat(",\"logprobs\":true,\"top_logprobs\":1"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.body()).contains("Grüße \ud83d\ude80");
        JsonNode choice = json(response).at("/choices/0");
        assertThat(choice.at("/message/role").asText()).isEqualTo("assistant");
        assertThat(choice.at("/finish_reason").asText()).isEqualTo("stop");
        assertThat(choice.at("/logprobs/content")).hasSize(12);
        assertThat(json(response).at("/usage/completion_tokens").asInt()).isEqualTo(13);
        assertThat(response.headers()
                        .firstValue("X-Troupe-Seed")
                        .map(Long::parseLong)
                        .orElseThrow())
                .isBetween(0L, 1L << 53);
    }

    @Test
    void promptsAreAnsweredSideBySideInTheirOrder() {
        gateway.node()
                .playing(stream -> stream.say(stream.request().promptTokens().size() == 1 ? "one" : "two"));
        JsonNode choices = json(gateway.post("/v1/completions", "{\"model\":\"smollm2\",\"prompt\":[\"a\",\"bb\"]}"))
                .get("choices");
        assertThat(choices).extracting(choice -> choice.get("text").asText()).containsExactly("one", "two");
        assertThat(choices).extracting(choice -> choice.get("index").asInt()).containsExactly(0, 1);
    }

    @Test
    void aPromptIsScoredWithoutGeneratingAnything() {
        gateway.node().playing(stream -> {
            stream.scorePrompt(2);
            stream.finish(FinishReason.LENGTH);
        });
        JsonNode choice = json(gateway.post(
                        "/v1/completions",
                        "{\"model\":\"smollm2\",\"prompt\":[97,98,99,100],\"max_tokens\":0,\"echo\":true,\"logprobs\":2}"))
                .at("/choices/0");
        assertThat(choice.get("text").asText()).isEqualTo("abcd");
        assertThat(choice.at("/logprobs/token_logprobs").toString()).isEqualTo("[null,-0.5,-0.5,-0.5]");
        assertThat(choice.at("/logprobs/top_logprobs/1").toString()).isEqualTo("{\"z\":-1.0,\"y\":-2.0}");
        assertThat(choice.at("/logprobs/text_offset").toString()).isEqualTo("[0,1,2,3]");
        assertThat(choice.get("finish_reason").asText()).isEqualTo("length");
    }

    @Test
    void aReplyThatFailsIsAnErrorWithItsStatus() {
        gateway.node().playing(stream -> stream.fail(ErrorCode.NUMERICS_FAILED, "a weight is NaN"));
        HttpResponse<String> response = gateway.post("/v1/chat/completions", chat(""));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("\"message\":\"a weight is NaN\"").doesNotContain("choices");
    }

    @Test
    void aModelThatLoadsIsServedAndCalledCold() {
        gateway.node().setState(State.LOADING);
        gateway.node().saying("x");
        assertThat(gateway.post("/v1/chat/completions", chat("")).headers().firstValue("X-Troupe-Start"))
                .hasValue("cold");
        assertThat(gateway.get("/health/readiness").statusCode()).isEqualTo(200);
        gateway.node().setState(State.FAILED);
        assertThat(gateway.get("/health/readiness").statusCode()).isEqualTo(503);
    }

    @Test
    void overTheLimitARequestIsRefusedAtOnceAndServedLater() {
        try (Gateway small = Gateway.start(config -> config.with(new Limits(1 << 20, 1 << 20, 64, 1, 100)))) {
            FakeStream first;
            try (RawClient client = new RawClient(small.url("/"))) {
                client.post("/v1/chat/completions", chat(""));
                first = small.node().next();
                HttpResponse<String> refused = small.post("/v1/chat/completions", chat(""));
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                first.say("done");
                client.readUntil("done");
            }
            small.node().saying("x");
            assertThat(small.post("/v1/chat/completions", chat("")).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void textBecomesTokensAndTextAgain() {
        assertThat(gateway.post("/tokenize", "{\"model\":\"smollm2\",\"prompt\":\"ab\"}")
                        .body())
                .isEqualTo("{\"tokens\":[97,98],\"count\":2,\"max_model_len\":512}");
        assertThat(json(gateway.post("/tokenize", chat(""))).get("count").asInt())
                .isEqualTo(8);
        assertThat(gateway.post("/detokenize", "{\"model\":\"smollm2\",\"tokens\":[195,169,256]}")
                        .body())
                .isEqualTo("{\"prompt\":\"é<|end|>\"}");
        assertThat(gateway.post("/detokenize", "{\"model\":\"smollm2\",\"tokens\":[257]}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void modelsAreListedAndFoundByEveryName() {
        JsonNode listed = json(gateway.get("/v1/models")).at("/data/0");
        assertThat(listed.get("id").asText()).isEqualTo("smollm2:135m");
        assertThat(listed.get("owned_by").asText()).isEqualTo("system");
        for (String name :
                new String[] {"smollm2", "smollm2:135m", "public/smollm2", "smollm2%23sha256:" + "a".repeat(64)}) {
            assertThat(json(gateway.get("/v1/models/" + name))).as(name).isEqualTo(listed);
        }
    }

    @Test
    void residenceNamesTheModelAndItsNode() {
        JsonNode body = json(gateway.get("/v1/ps"));
        assertThat(body.at("/data/0/model").asText()).isEqualTo("smollm2:135m");
        assertThat(body.at("/data/0/state").asText()).isEqualTo("ready");
        assertThat(body.at("/data/0/node").asText()).isEqualTo("node-1");
        assertThat(body.at("/nodes/0/memory/free_bytes").asLong()).isEqualTo(8400);
        assertThat(body.at("/nodes/0/load/waiting_sequences").asInt()).isEqualTo(2);
    }

    @Test
    void whatHappenedIsCounted() {
        gateway.node().saying("abc");
        gateway.post("/v1/chat/completions", chat(",\"zap\":1"));
        gateway.get("/v1/nothing");
        assertThat(gateway.get("/metrics").body())
                .contains("troupe_num_requests_running 1.0\n")
                .contains("troupe_num_requests_waiting 2.0\n")
                .contains("troupe_kv_cache_usage_perc 0.25\n")
                .contains("troupe_prompt_tokens_total 8.0\n")
                .contains("troupe_generation_tokens_total 4.0\n")
                .contains("troupe_request_success_total{finished_reason=\"stop\"} 1.0\n")
                .contains("troupe_request_failure_total{code=\"not_found\"} 1.0\n")
                .contains("troupe_unknown_request_fields_total 1.0\n")
                .contains("troupe_time_to_first_token_seconds_bucket{le=\"+Inf\"} 1\n")
                .contains("troupe_inter_token_latency_seconds_count 3\n")
                .contains("troupe_process_resident_memory_bytes ");
    }

    private static String chat(String more) {
        return "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more + "}";
    }

    private static JsonNode json(HttpResponse<String> response) {
        try {
            return new ObjectMapper().readTree(response.body());
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + response.body(), e);
        }
    }
}
