package dev.troupe.store.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Finds the chat template of a folder: in a file of its own, or in the tokenizer's configuration,
/// which may hold several by name.
record FolderTemplate(TextFiles files, JsonNode config) {
    private static final String KEY = "chat_template";

    Optional<String> source() {
        return files.text("chat_template.jinja")
                .or(() -> files.object("chat_template.json").flatMap(node -> of(node.path(KEY))))
                .or(() -> of(config.path(KEY)));
    }

    /// Of several the one named `default`, or the only one.
    private static Optional<String> of(JsonNode node) {
        if (node.isTextual()) {
            return Optional.of(node.asText());
        }
        return StreamSupport.stream(node.spliterator(), false)
                .filter(one -> node.size() == 1 || one.path("name").asText().equals("default"))
                .map(one -> one.path("template"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .findFirst();
    }
}
