package dev.troupe.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;

/// Models for people.
final class ModelsTable {
    private static final int DIGEST_CHARACTERS = "sha256:".length() + 12;
    private static final double PERCENT = 100;

    private ModelsTable() {}

    /// @param answer of `/v1/models`; what it lacks is left blank
    static String list(JsonNode answer) {
        JsonNode data = answer.path("data");
        if (data.isEmpty()) {
            return "No model is here. Bring one: ./troupe models push NAME FILE.gguf\n";
        }
        return TextTables.format(
                List.of("MODEL", "STATE", "CONTEXT", "OWNER", "CREATED", "DIGEST"),
                StreamSupport.stream(data.spliterator(), false)
                        .map(ModelsTable::row)
                        .toList());
    }

    private static List<String> row(JsonNode model) {
        String digest = text(model, "digest");
        return List.of(
                text(model, "id"),
                state(model),
                text(model, "max_model_len"),
                text(model, "owned_by"),
                created(model),
                digest.substring(0, Math.min(digest.length(), DIGEST_CHARACTERS)));
    }

    /// One line for each thing that is known.
    static String one(JsonNode model) {
        StringBuilder lines = new StringBuilder();
        add(lines, "model", text(model, "id"));
        add(lines, "state", state(model));
        add(lines, "reason", text(model, "reason"));
        add(lines, "context", text(model, "max_model_len"));
        add(lines, "chat", text(model, "chat"));
        add(lines, "owner", text(model, "owned_by"));
        add(lines, "created", created(model));
        add(lines, "digest", text(model, "digest"));
        return lines.toString();
    }

    private static void add(StringBuilder lines, String label, String value) {
        if (!value.isEmpty()) {
            lines.append(String.format(Locale.ROOT, "%-8s %s%n", label, value));
        }
    }

    private static String state(JsonNode model) {
        String state = text(model, "state");
        return state.equals("packing")
                ? String.format(
                        Locale.ROOT, "packing %.0f%%", model.path("progress").asDouble() * PERCENT)
                : state;
    }

    private static String created(JsonNode model) {
        return model.path("created").isNumber()
                ? Instant.ofEpochSecond(model.path("created").asLong()).toString()
                : "";
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }
}
