package dev.troupe.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.cli.Json;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ChatRequestTest {
    private static final ChatRequest.Options NOTHING = new ChatRequest.Options(
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalInt.empty(), 5, OptionalInt.empty());

    @Test
    void whatIsNotGivenIsNotSent() throws JsonProcessingException {
        JsonNode json = json("hi");
        assertThat(json.properties())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder("model", "messages", "seed", "stream", "stream_options");
    }

    @Property(tries = 200)
    void everyTextArrivesAsItWasTyped(@ForAll String text) throws JsonProcessingException {
        assertThat(json(text).path("messages").path(0).path("content").asText()).isEqualTo(text);
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return Json.MAPPER.readTree(
                new ChatRequest("m", List.of(new ChatRequest.Message("user", text)), NOTHING).toJson());
    }
}
