package dev.troupe.cli.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.troupe.cli.Json;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// One chat request, always streamed.
///
/// @param model name of the model
/// @param messages the conversation so far, oldest first
/// @param options how to draw; what is empty is left to the server
public record ChatRequest(String model, List<Message> messages, Options options) {
    public ChatRequest {
        messages = List.copyOf(messages);
    }

    /// @param role `system`, `user` or `assistant`
    public record Message(String role, String content) {}

    /// @param seed sent always, so that a reply can be asked for again
    public record Options(
            OptionalDouble temperature, OptionalDouble topP, OptionalInt topK, long seed, OptionalInt maxTokens) {}

    String toJson() {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("model", model);
        ArrayNode list = root.putArray("messages");
        messages.forEach(message -> list.addObject().put("role", message.role()).put("content", message.content()));
        options.temperature().ifPresent(value -> root.put("temperature", value));
        options.topP().ifPresent(value -> root.put("top_p", value));
        options.topK().ifPresent(value -> root.put("top_k", value));
        options.maxTokens().ifPresent(value -> root.put("max_tokens", value));
        root.put("seed", options.seed());
        root.put("stream", true);
        root.putObject("stream_options").put("include_usage", true);
        return root.toString();
    }
}
