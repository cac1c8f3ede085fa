package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.troupe.control.fake.FakeStream;
import dev.troupe.control.fake.Gateway;
import dev.troupe.protocol.generate.ChoiceSeed;
import dev.troupe.protocol.generate.FinishReason;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Several choices of one prompt.
final class ChoicesIT {
    private Gateway gateway;

    @BeforeEach
    void start() {
        gateway = Gateway.start();
        // Each choice says which seed it was given, and ends for a reason of its own.
        gateway.node().playing(stream -> {
            stream.tokens(Long.toString(stream.request().sampling().seed())).cached(4);
            boolean first = stream.request().sampling().seed() == 5;
            stream.finish(first ? FinishReason.LENGTH : FinishReason.STOP);
        });
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void everyChoiceHasItsIndexItsTextAndItsEnd() {
        JsonNode body = json(gateway.post("/v1/chat/completions", chat(",\"n\":3,\"seed\":5"))
                .body());
        List<String> texts = new ArrayList<>();
        for (JsonNode choice : body.get("choices")) {
            assertThat(choice.get("index").asInt()).isEqualTo(texts.size());
            texts.add(choice.at("/message/content").asText());
        }
        assertThat(texts).containsExactly("5", text(5, 1), text(5, 2));
        assertThat(body.at("/choices/0/finish_reason").asText()).isEqualTo("length");
        assertThat(body.at("/choices/2/finish_reason").asText()).isEqualTo("stop");
        int generated = texts.stream().mapToInt(String::length).sum();
        assertThat(body.at("/usage/prompt_tokens").asInt()).isEqualTo(8);
        assertThat(body.at("/usage/completion_tokens").asInt()).isEqualTo(generated);
        assertThat(body.at("/usage/prompt_tokens_details/cached_tokens").asInt())
                .isEqualTo(4);
    }

    @Test
    void aStreamNamesTheChoiceOfEachPieceAndHasOneUsage() {
        HttpResponse<String> response = gateway.post(
                "/v1/chat/completions",
                chat(",\"n\":3,\"seed\":5,\"stream\":true,\"stream_options\":{\"include_usage\":true}"));
        Map<Integer, StringBuilder> texts = new TreeMap<>();
        int usages = 0;
        int ends = 0;
        for (String line : response.body().split("\n")) {
            if (!line.startsWith("data: {")) {
                continue;
            }
            JsonNode event = json(line.substring("data: ".length()));
            usages += event.get("usage").isNull() ? 0 : 1;
            for (JsonNode choice : event.get("choices")) {
                assertThat(usages).isZero();
                ends += choice.get("finish_reason").isNull() ? 0 : 1;
                texts.computeIfAbsent(choice.get("index").asInt(), _ -> new StringBuilder())
                        .append(choice.at("/delta/content").asText());
            }
        }
        assertThat(texts.values()).map(StringBuilder::toString).containsExactly("5", text(5, 1), text(5, 2));
        assertThat(usages).isOne();
        assertThat(ends).isEqualTo(3);
        assertThat(response.body()).endsWith("data: [DONE]\n\n");
    }

    @Test
    void promptsTimesChoicesComeInOrderAndEachPromptCountsOnce() {
        JsonNode body = json(gateway.post(
                        "/v1/completions",
                        "{\"model\":\"smollm2\",\"prompt\":[\"a\",\"bc\"],\"n\":2,\"seed\":5,"
                                + "\"max_tokens\":30,\"echo\":true}")
                .body());
        List<String> texts = new ArrayList<>();
        body.get("choices").forEach(choice -> texts.add(choice.get("text").asText()));
        assertThat(texts).containsExactly("a5", "a" + text(5, 1), "bc5", "bc" + text(5, 1));
        assertThat(body.at("/usage/prompt_tokens").asInt()).isEqualTo(3);
    }

    @Test
    void oneTenantsCacheDomainIsTheSameForAllItsRequestsAndNotTheAdmins() {
        gateway.post("/v1/chat/completions", chat(""));
        gateway.post("/v1/completions", "{\"model\":\"smollm2\",\"prompt\":\"a\"}");
        gateway.send(gateway.request("/v1/completions")
                .setHeader("Authorization", "Bearer " + Gateway.ADMIN_KEY)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"model\":\"smollm2\",\"prompt\":\"a\"}"))
                .build());
        FakeStream first = gateway.node().next();
        assertThat(first.request().cacheDomain()).isPresent();
        assertThat(gateway.node().next().request().cacheDomain())
                .isEqualTo(first.request().cacheDomain());
        assertThat(gateway.node().next().request().cacheDomain())
                .isPresent()
                .isNotEqualTo(first.request().cacheDomain());
    }

    @Test
    void noReplyIsTakenUpHalfway() {
        for (String n : List.of("1", "2")) {
            HttpResponse<String> response = gateway.send(gateway.request("/v1/chat/completions")
                    .header("Content-Type", "application/json")
                    .header("Last-Event-ID", "3")
                    .POST(BodyPublishers.ofString(chat(",\"stream\":true,\"n\":" + n)))
                    .build());
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(json(response.body()).at("/error/param").asText()).isEqualTo("Last-Event-ID");
            assertThat(response.body()).contains(n.equals("2") ? "of 2 choices cannot be resumed" : "not built yet");
        }
        assertThat(gateway.node().hasNoRequest()).isTrue();
    }

    private static String text(long seed, int choice) {
        return Long.toString(ChoiceSeed.of(seed, choice));
    }

    private static String chat(String more) {
        return "{\"model\":\"smollm2\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + more + "}";
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }
}
