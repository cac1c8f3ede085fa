package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.control.fake.Gateway;
import dev.troupe.control.limits.StreamLimits;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.generate.FinishReason;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Faults of replies that other gateways had, each named after its case in `docs/faults.md`.
final class KnownFaultsIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String COMPLETIONS = "/v1/completions";
    private static final String STREAM = ",\"stream\":true";
    private static final String USAGE = STREAM + ",\"stream_options\":{\"include_usage\":true}";

    private Gateway gateway;

    @BeforeEach
    void start() {
        gateway = Gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void gw05UsageComesOnceAfterTheLastEndAndOnlyWhenAsked(int n) {
        gateway.node().saying("abc");
        List<JsonNode> asked = events(gateway.post(CHAT, chat(USAGE + ",\"n\":" + n)));
        JsonNode last = asked.getLast();
        assertThat(last.get("choices")).isEmpty();
        assertThat(last.at("/usage/completion_tokens").asInt()).isEqualTo(4 * n);
        assertThat(last.at("/usage/prompt_tokens").asInt()).isEqualTo(8);
        assertThat(asked.subList(0, asked.size() - 1))
                .allMatch(event ->
                        event.get("usage").isNull() && event.get("choices").size() == 1);
        assertThat(ends(asked)).hasSize(n);
        assertThat(events(gateway.post(CHAT, chat(STREAM + ",\"n\":" + n))))
                .noneMatch(event -> event.has("usage"))
                .allMatch(event -> event.get("choices").size() == 1);
    }

    @Test
    void gw05AReplyThatFailsHasNoUsage() {
        gateway.node().playing(stream -> stream.tokens("ab").fail(ErrorCode.NUMERICS_FAILED, "a weight is NaN"));
        List<JsonNode> all = events(gateway.post(CHAT, chat(USAGE)));
        assertThat(all).noneMatch(event -> event.path("usage").isObject());
        assertThat(all.getLast().at("/error/code").asText()).isEqualTo("numerics_failed");
    }

    @ParameterizedTest
    @CsvSource({CHAT + ",true", CHAT + ",false", COMPLETIONS + ",true", COMPLETIONS + ",false"})
    void gw06AStreamThatDiesAfterFiveTokensIsAFailureInTheEventsAndInTheMetrics(String path, boolean fails) {
        StreamLimits impatient = new StreamLimits(
                8, Duration.ofMillis(20), Duration.ofMinutes(1), Duration.ofMillis(100), Duration.ofSeconds(5));
        try (Gateway dying = Gateway.start(config -> config.with(impatient))) {
            dying.node().playing(stream -> {
                stream.tokens("abcde");
                if (fails) {
                    stream.fail(ErrorCode.INTERNAL, "the device fell off");
                }
            });
            HttpResponse<String> response =
                    dying.post(path, path.equals(CHAT) ? chat(STREAM) : completion("\"x\"", STREAM));
            String code = fails ? "internal_error" : "model_unavailable";
            List<JsonNode> all = events(response);
            assertThat(response.body()).contains("id: 5\n").doesNotContain("[DONE]");
            assertThat(all.getLast().at("/error/code").asText()).isEqualTo(code);
            assertThat(all.subList(0, all.size() - 1)).noneMatch(event -> event.has("error"));
            assertThat(ends(all)).isEmpty();
            // An end is counted right after the client has it.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(dying.get("/metrics").body())
                            .contains("troupe_request_failure_total{code=\"" + code + "\"} 1.0"));
            assertThat(dying.get("/metrics").body())
                    .doesNotContain("troupe_request_success_total{finished_reason=\"stop\"} 1")
                    .doesNotContain("troupe_request_success_total{finished_reason=\"length\"} 1");
        }
    }

    @Test
    void gw06ABufferedReplyWhoseNodeDiesIsAnErrorAndNoText() {
        gateway.node().playing(stream -> stream.tokens("abcde").fail(ErrorCode.INTERNAL, "the device fell off"));
        HttpResponse<String> response = gateway.post(CHAT, chat(""));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).doesNotContain("abcde").doesNotContain("finish_reason");
    }

    /// The end token is part of neither the text nor the lists.
    @Test
    void gw08EachEndpointHasItsOwnLogprobsAndOneForEachToken() {
        gateway.node().saying("abc");
        JsonNode chat = json(gateway.post(CHAT, chat(",\"logprobs\":true"))).at("/choices/0/logprobs/content");
        assertThat(chat).hasSize(3).allMatch(token -> token.get("top_logprobs").isEmpty());
        JsonNode text = json(gateway.post(COMPLETIONS, completion("\"x\"", ",\"logprobs\":0")))
                .at("/choices/0/logprobs");
        assertThat(text.fieldNames())
                .toIterable()
                .containsExactly("tokens", "token_logprobs", "top_logprobs", "text_offset");
        assertThat(text).allMatch(list -> list.size() == 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", STREAM})
    void gw08AfterACutTheLogprobsAreThoseOfTheTokensThatCount(String delivery) {
        gateway.node().saying("abXYZcd");
        HttpResponse<String> response = gateway.post(
                COMPLETIONS, completion("\"x\"", ",\"logprobs\":2,\"stop\":\"XY\",\"top_k\":1" + delivery));
        List<JsonNode> parts = delivery.isEmpty() ? List.of(json(response)) : events(response);
        StringBuilder text = new StringBuilder();
        List<String> tokens = new ArrayList<>();
        for (JsonNode part : parts) {
            text.append(part.at("/choices/0/text").asText());
            JsonNode logprobs = part.at("/choices/0/logprobs");
            logprobs.path("tokens").forEach(token -> tokens.add(token.asText()));
            assertThat(logprobs.path("token_logprobs").size())
                    .isEqualTo(logprobs.path("tokens").size());
        }
        assertThat(text).hasToString("ab");
        assertThat(tokens).startsWith("a", "b").doesNotContain("Z", "c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", STREAM})
    void gw10ThreeChoicesDifferWithoutASeedAndRepeatWithOne(String delivery) {
        gateway.node().playing(stream -> {
            stream.tokens(Long.toString(stream.request().sampling().seed()));
            stream.finish(FinishReason.STOP);
        });
        List<String> drawn = choices(chat(",\"n\":3,\"temperature\":1" + delivery), delivery);
        assertThat(new HashSet<>(drawn)).hasSize(3);
        assertThat(choices(chat(",\"n\":3,\"temperature\":1" + delivery), delivery))
                .doesNotContainAnyElementsOf(drawn);
        List<String> seeded = choices(chat(",\"n\":3,\"seed\":5" + delivery), delivery);
        assertThat(new HashSet<>(seeded)).hasSize(3);
        assertThat(choices(chat(",\"n\":3,\"seed\":5" + delivery), delivery)).isEqualTo(seeded);
        assertThat(gateway.post(CHAT, chat(",\"n\":3,\"best_of\":2")).body())
                .contains("best_of is 2; the least is n, which is 3");
    }

    @ParameterizedTest
    @CsvSource({
        "511,1,200",
        "511,2,400",
        "511,,200",
        "512,1,400",
        "512,2,400",
        "512,,400",
        "513,1,400",
        "513,,400",
        "511,0,400",
        "512,0,400"
    })
    void gw12TheContextsLimitIsTheSameDecisionInBothModes(int promptTokens, Integer maxTokens, int status) {
        gateway.node().playing(stream -> {
            stream.tokens("abc".substring(0, Math.min(3, stream.request().maxTokens())));
            stream.finish(FinishReason.LENGTH);
        });
        String prompt = "\"" + "x".repeat(promptTokens) + "\"";
        String limit = maxTokens == null ? "" : ",\"max_tokens\":" + maxTokens;
        HttpResponse<String> whole = gateway.post(COMPLETIONS, completion(prompt, limit));
        HttpResponse<String> streamed = gateway.post(COMPLETIONS, completion(prompt, limit + STREAM));
        assertThat(whole.statusCode()).as(whole.body()).isEqualTo(status);
        assertThat(streamed.statusCode()).isEqualTo(status);
        if (status == 200) {
            assertThat(json(whole).at("/choices/0/finish_reason").asText()).isEqualTo("length");
            assertThat(gateway.node().next().request().promptTokens()).hasSize(promptTokens);
            assertThat(gateway.node().next().request().maxTokens()).isOne();
        } else {
            assertThat(streamed.body()).isEqualTo(whole.body());
            assertThat(gateway.node().hasNoRequest()).isTrue();
        }
        if (status == 400 && !Integer.valueOf(0).equals(maxTokens)) {
            assertThat(whole.body())
                    .contains("context_length_exceeded")
                    .contains("has " + promptTokens + " tokens")
                    .contains("context is 512 tokens");
        }
    }

    @Test
    void gw12APromptOfTheWholeContextMayBeScored() {
        gateway.node().playing(stream -> {
            stream.scorePrompt(100);
            stream.finish(FinishReason.LENGTH);
        });
        String scoring = ",\"max_tokens\":0,\"echo\":true,\"logprobs\":0";
        assertThat(gateway.post(COMPLETIONS, completion("\"" + "x".repeat(512) + "\"", scoring))
                        .statusCode())
                .isEqualTo(200);
        assertThat(gateway.post(COMPLETIONS, completion("\"" + "x".repeat(513) + "\"", scoring))
                        .statusCode())
                .isEqualTo(400);
    }

    /// Texts in the order of their index.
    private List<String> choices(String body, String delivery) {
        HttpResponse<String> response = gateway.post(CHAT, body);
        List<JsonNode> parts = delivery.isEmpty() ? List.of(json(response)) : events(response);
        List<StringBuilder> texts = Stream.generate(StringBuilder::new).limit(3).toList();
        for (JsonNode part : parts) {
            for (JsonNode choice : part.get("choices")) {
                JsonNode message = choice.has("delta") ? choice.get("delta") : choice.get("message");
                texts.get(choice.get("index").asInt())
                        .append(message.path("content").asText());
            }
        }
        assertThat(ends(parts)).hasSize(3);
        return texts.stream().map(StringBuilder::toString).toList();
    }

    private static List<String> ends(List<JsonNode> events) {
        List<String> ends = new ArrayList<>();
        for (JsonNode event : events) {
            for (JsonNode choice : event.path("choices")) {
                if (choice.get("finish_reason").isTextual()) {
                    ends.add(choice.get("finish_reason").asText());
                }
            }
        }
        return ends;
    }

    private static List<JsonNode> events(HttpResponse<String> response) {
        return response.body()
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> json(line.substring("data: ".length())))
                .toList();
    }

    private static String chat(String more) {
        return "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more + "}";
    }

    private static String completion(String prompt, String more) {
        return "{\"model\":\"smollm2\",\"prompt\":" + prompt + more + "}";
    }

    private static JsonNode json(HttpResponse<String> response) {
        return json(response.body());
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }
}
