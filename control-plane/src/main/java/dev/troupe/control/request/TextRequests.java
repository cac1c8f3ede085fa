package dev.troupe.control.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.troupe.control.json.RequestReader;
import java.util.List;
import java.util.Set;

/// The bodies of `POST /tokenize` and `POST /detokenize`.
public final class TextRequests {
    private TextRequests() {}

    /// What to turn into tokens.
    public sealed interface Tokenize {
        String model();

        Set<String> unknownFields();

        /// A plain prompt, as `/v1/completions` takes it.
        record OfPrompt(String model, String prompt, Set<String> unknownFields) implements Tokenize {}

        /// A conversation, as `/v1/chat/completions` takes it.
        record OfMessages(String model, Conversation conversation, Set<String> unknownFields) implements Tokenize {}
    }

    public record Detokenize(String model, List<Integer> tokens, Set<String> unknownFields) {}

    public static Tokenize tokenize(byte[] body) {
        RequestReader reader = RequestReader.of(body);
        String model = reader.requiredText("model");
        if (reader.value("messages").isPresent()) {
            if (reader.value("prompt").isPresent()) {
                throw reader.wrong("messages", "is given beside prompt; give one of them");
            }
            Conversation conversation = Conversation.read(reader);
            return new Tokenize.OfMessages(model, conversation, reader.unknownFields());
        }
        String prompt = RequestReader.asText(reader.requiredValue("prompt"), "prompt");
        return new Tokenize.OfPrompt(model, prompt, reader.unknownFields());
    }

    public static Detokenize detokenize(byte[] body) {
        RequestReader reader = RequestReader.of(body);
        String model = reader.requiredText("model");
        JsonNode tokens = reader.requiredValue("tokens");
        if (!tokens.isArray()) {
            throw reader.wrong("tokens", "is not a list");
        }
        return new Detokenize(model, Prompts.tokens(tokens, "tokens"), reader.unknownFields());
    }
}
