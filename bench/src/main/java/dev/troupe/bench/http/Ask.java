package dev.troupe.bench.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/// One request, the same for every server but for the model's name.
///
/// @param prompt a text for the chat route, or token ids for the completion route
/// @param seed of a reply drawn at temperature 0.8; empty: greedy
record Ask(Prompt prompt, int maxTokens, Optional<Long> seed) {
    private static final double TEMPERATURE = 0.8;

    /// What is sent.
    sealed interface Prompt {
        /// To `/v1/chat/completions`, as the user's message.
        record Chat(String text) implements Prompt {}

        /// To `/v1/completions`.
        record Ids(List<Integer> ids) implements Prompt {}
    }

    static Ask greedy(String text, int maxTokens) {
        return new Ask(new Prompt.Chat(text), maxTokens, Optional.empty());
    }

    String path() {
        return switch (prompt) {
            case Prompt.Chat _ -> "/v1/chat/completions";
            case Prompt.Ids _ -> "/v1/completions";
        };
    }

    String body(String model) {
        ObjectNode body = new ObjectMapper().createObjectNode();
        body.put("model", model);
        switch (prompt) {
            case Prompt.Chat(String text) ->
                body.putArray("messages").addObject().put("role", "user").put("content", text);
            case Prompt.Ids(List<Integer> ids) -> ids.forEach(body.putArray("prompt")::add);
        }
        body.put("max_tokens", maxTokens);
        body.put("temperature", seed.isPresent() ? TEMPERATURE : 0);
        seed.ifPresent(value -> body.put("seed", value));
        body.put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        return body.toString();
    }
}
